import type { MouseEvent } from 'react'
import FileTextIcon from 'virtual:lucide/file-text'
import LockIcon from 'virtual:lucide/lock'

export interface FileRowProps {
  title: string
  hint: string
  /** Null where the file is locked. */
  href: string | null
  onClick: (event: MouseEvent) => void
}

/** A file to open in a new tab, or one that is locked. */
export function FileRow({ title, hint, href, onClick }: FileRowProps) {
  if (href === null) {
    return (
      <p className="flex min-h-16 items-center gap-4 rounded-box border border-base-300 bg-base-100 px-4 py-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-field bg-base-200 text-muted">
          <LockIcon />
        </span>
        <span className="min-w-0 grow">
          <span className="block font-medium">
            <span className="sr-only">Locked: </span>
            {title}
          </span>
          <span className="block text-sm text-muted">{hint}</span>
        </span>
      </p>
    )
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      onClick={onClick}
      className="group flex min-h-16 items-center gap-4 rounded-box border border-base-300 bg-base-100 px-4 py-3 transition-shadow hover:shadow-lg"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-field bg-tint text-primary">
        <FileTextIcon />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{hint}</span>
      </span>
      <span className="shrink-0 text-sm font-semibold text-primary group-hover:underline" aria-hidden="true">
        Open
      </span>
    </a>
  )
}

/** `PDF` of `/files/abc.pdf?sig=…`. */
export function fileKind(address: string): string {
  const ending = /\.([a-z0-9]{2,4})$/i.exec(address.split(/[?#]/)[0] ?? '')?.[1]
  return ending ? ending.toUpperCase() : 'File'
}
