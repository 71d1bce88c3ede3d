/** Stands above the form, and while the form is loading. */
export function NewTicketHead() {
  return (
    <div>
      <h2 className="text-xl font-bold">New ticket</h2>
      <p className="mt-1 text-sm text-muted">Tell us what you need. The answer will appear on this page.</p>
    </div>
  )
}
