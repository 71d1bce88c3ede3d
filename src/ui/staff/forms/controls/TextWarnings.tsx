/** Likely mistakes in a text that is previewed, which can be stored all the same. */
export function TextWarnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null
  return (
    <div role="status" className="mb-3 rounded-field border border-warning p-3 text-sm">
      <p className="font-medium">Please check</p>
      <ul className="mt-1 list-disc pl-5 break-words">
        {warnings.map((warning, index) => (
          <li key={index}>{warning}</li>
        ))}
      </ul>
    </div>
  )
}
