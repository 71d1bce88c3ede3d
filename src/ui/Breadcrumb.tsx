import { paths } from '#lib/paths.ts'

export interface Crumb {
  label: string
  /** The last crumb, the page itself, has none. */
  href?: string
}

const HOME: Crumb = { label: 'Home', href: paths.dashboard }

/** Characters of a crumb that is never cut. */
const SHORT = 12

/** Where the page stands, from the dashboard on: Home > My Courses. @param props `crumbs`: those after 'Home' */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm">
      <ol className="flex items-center gap-x-2">
        {[HOME, ...crumbs].map(({ label, href }, index) => (
          <li
            key={label + index}
            className={`flex items-center gap-x-2 ${href ? (label.length <= SHORT ? 'shrink-0' : 'min-w-0') : 'min-w-16'}`}
          >
            {index > 0 && (
              <span aria-hidden="true" className="text-muted">
                ›
              </span>
            )}
            {href ? (
              <a
                href={href}
                className="inline-flex min-h-8 min-w-0 items-center text-muted hover:text-primary hover:underline"
              >
                <span className="truncate">{label}</span>
              </a>
            ) : (
              <span aria-current="page" className="truncate font-medium">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
