/** An empty tray, for places that hold nothing. */
export function InboxDrawing() {
  return (
    <svg viewBox="0 0 120 80" className="w-30 text-primary" aria-hidden="true" fill="none" strokeLinecap="round">
      <path d="M12 72h96" stroke="var(--color-base-300)" strokeWidth="2" />
      <path
        d="M26 44 38 18h44l12 26v24a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4z"
        fill="var(--color-tint)"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M26 44h20l5 9h18l5-9h20"
        fill="var(--color-base-100)"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M48 26h24M45 33h30" stroke="var(--color-muted)" strokeWidth="2" strokeDasharray="1 5" />
    </svg>
  )
}
