/** Where else to go. */
export interface WayOut {
  label: string
  href: string
}

/** The quiet links below the one loud button of a place that has nothing: nobody is left without a way on. */
export function WaysOut({ ways }: { ways: readonly WayOut[] }) {
  if (ways.length === 0) return null
  return (
    <nav aria-label="Ways out" className="mt-2">
      <ul className="flex flex-wrap justify-center gap-x-6">
        {ways.map(({ label, href }) => (
          <li key={href}>
            <a href={href} className="inline-flex min-h-11 items-center font-medium text-primary hover:underline">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
