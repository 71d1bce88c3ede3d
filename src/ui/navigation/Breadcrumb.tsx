import { paths } from '#lib/both/paths.ts'

export interface Crumb {
  label: string
  /** The last crumb, the page itself, has none. */
  href?: string
}

const HOME: Crumb = { label: 'Home', href: paths.dashboard }

const LINK = 'inline-flex min-h-8 min-w-0 items-center text-muted hover:text-primary hover:underline'

/** Characters of a crumb that is never cut. */
const SHORT = 12

interface BreadcrumbProps {
  /** Those after 'Home'. */
  crumbs: readonly Crumb[]
  /** The page is open to visitors, too. Their 'Home' leads to the courses: the dashboard would ask them to log in. */
  open?: boolean
}

/** Where the page stands, from the dashboard on: Home > My Courses. */
export function Breadcrumb({ crumbs, open = false }: BreadcrumbProps) {
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
            {open && index === 0 && (
              <a href={paths.courses} className={`only-signed-out ${LINK}`}>
                {label}
              </a>
            )}
            {href ? (
              <a href={href} className={open && index === 0 ? `only-signed-in ${LINK}` : LINK}>
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
