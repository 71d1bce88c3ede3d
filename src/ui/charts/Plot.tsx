import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** Colours of the theme, ready for a canvas, which knows no custom properties. */
export type Colors<Name extends string> = Record<Name, string>

export interface PlotProps<Name extends string> {
  /** Custom properties, without `--color-`. */
  colors: readonly Name[]
  /** Made anew when the theme or the data change. Width and height are set by the plot. */
  options: (colors: Colors<Name>) => Omit<uPlot.Options, 'width' | 'height'>
  data: uPlot.AlignedData
  /** Pixels. */
  height: number
  /** Narrower than this it scrolls sideways. */
  minWidth?: number
}

/** A chart on a canvas. It tells nothing to those who do not see it: a table has to stand beside it. */
export function Plot<Name extends string>({ colors, options, data, height, minWidth = 0 }: PlotProps<Name>) {
  const host = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const element = host.current
    if (!element) return
    const size = () => ({ width: element.clientWidth, height })
    const plot = new uPlot({ ...options(resolve(element, colors)), ...size() }, data, element)
    const observer = new ResizeObserver(() => {
      const { width } = size()
      if (width !== plot.width) plot.setSize({ width, height })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [colors, options, data, height, theme])
  // `contain`: a new size of the chart never changes the size that is observed, which browsers report as an endless loop.
  return <div ref={host} aria-hidden="true" style={{ height, minWidth, contain: 'strict' }} />
}

function resolve<Name extends string>(element: HTMLElement, names: readonly Name[]): Colors<Name> {
  const before = element.style.color
  const found = names.map((name) => {
    element.style.color = `var(--color-${name})`
    return [name, getComputedStyle(element).color] as const
  })
  element.style.color = before
  return Object.fromEntries(found) as Colors<Name>
}

/** Changes whenever the colours do: the learner chose a theme, or the system changed. */
function useTheme(): number {
  const [theme, setTheme] = useState(0)
  useEffect(() => {
    const changed = () => setTheme((count) => count + 1)
    const system = matchMedia('(prefers-color-scheme: dark)')
    const choice = new MutationObserver(changed)
    system.addEventListener('change', changed)
    choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      system.removeEventListener('change', changed)
      choice.disconnect()
    }
  }, [])
  return theme
}
