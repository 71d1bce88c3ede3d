import { Spinner } from '#ui/states/Spinner.tsx'

/** Stands in the right panel while it changes (document 1, section 2, 'Support'). */
export function Loader({ label }: { label: string }) {
  return (
    <div className="grid min-h-96 place-items-center">
      <Spinner label={label} />
    </div>
  )
}
