import { paths } from '#lib/both/paths.ts'
import { counted } from '#lib/both/text/format.ts'
import RepeatIcon from 'virtual:lucide/repeat'

export interface PractiseLinkProps {
  /** Questions answered wrong or not at all. */
  missed: number
  /** Where that was, like `exam:12`. */
  source: string
}

/** The way from a result to the practice of what went wrong; none without mistakes. */
export function PractiseLink({ missed, source }: PractiseLinkProps) {
  if (missed === 0) return null
  return (
    <section
      aria-label="Practice"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-box bg-tint px-5 py-4 sm:px-6"
    >
      <p className="min-w-0 basis-64 grow">
        {counted(missed, 'question')} that you missed {missed === 1 ? 'is' : 'are'} in your practice notebook and will
        come back until you know {missed === 1 ? 'it' : 'them'}.
      </p>
      <a href={paths.practiceOf(source)} className="btn btn-primary">
        <RepeatIcon />
        Practise your mistakes
      </a>
    </section>
  )
}
