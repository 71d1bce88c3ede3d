interface GstNoteProps {
  /** Percent; without any there is no tax to speak of. */
  percent: number
  /** Whether the amount contains the tax. */
  included: boolean
}

/** Says beside an amount whether GST is in it. */
export function GstNote({ percent, included }: GstNoteProps) {
  return (
    <span className="text-xs font-normal whitespace-nowrap text-muted">
      {percent === 0 ? 'no GST' : included ? 'incl. GST' : 'excl. GST'}
    </span>
  )
}
