import { toast } from '../Toasts.tsx'

/** How long the link stays, in milliseconds. */
const LINKED = 20_000

/** Says what was done, with a link to its result. The time stands still while the pointer or the focus is on it. */
export function linkToast(message: string, { label, href }: { label: string; href: string }): void {
  toast.success(
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {message}
      <a className="btn btn-sm" href={href}>
        {label}
      </a>
    </span>,
    { duration: LINKED },
  )
}
