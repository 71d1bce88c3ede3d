/** What makes a spreadsheet take a cell for a formula, which may fetch and send. */
const formula = /^[=+\-@\t\r]/

/** A line of a table for spreadsheets (RFC 4180), without its end. Nothing of it is run as a formula there. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return cells
    .map((cell) => {
      const text = typeof cell === 'string' && formula.test(cell) ? `'${cell}` : String(cell ?? '')
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    })
    .join(',')
}
