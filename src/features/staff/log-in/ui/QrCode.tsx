import { useMemo } from 'react'
import { encode } from 'uqr'

/** A text that a camera reads, dark on light in either theme: cameras want it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: width } = encode(text, { ecc: 'M', border: 2 })
    const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: width, path: dots.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-field bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
