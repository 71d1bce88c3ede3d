import { createElement, type SVGProps } from 'react'

/** The elements of a drawing. */
type Drawing = readonly (readonly [element: string, attributes: Record<string, string>])[]

/** Makes a component of a drawing of strokes on a 24 by 24 grid; `virtual:lucide/…` are made with it. */
export function icon(drawing: Drawing) {
  return function Icon({ className = 'size-5', ...props }: SVGProps<SVGSVGElement>) {
    return (
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={className}
        {...props}
      >
        {drawing.map(([element, attributes], index) => createElement(element, { key: index, ...attributes }))}
      </svg>
    )
  }
}
