import TriangleAlertIcon from 'virtual:lucide/triangle-alert'

/**
 * Likely mistakes in a text that is previewed, which can be stored all the same. Render it without warnings while the preview
 * loads: screen readers announce changes of a status that is already on the page.
 */
export function TextWarnings({ warnings }: { warnings: string[] }) {
  return (
    <div role="status">
      {warnings.length > 0 && (
        <div className="mb-4 flex items-start gap-3 rounded-field border border-warning bg-warning/8 p-3 text-sm">
          <TriangleAlertIcon className="mt-0.5 size-4.5 shrink-0 text-warning" />
          <div className="min-w-0">
            <p className="font-semibold">Please check</p>
            <ul className="mt-1 list-disc space-y-1 pl-4 [overflow-wrap:anywhere]">
              {warnings.map((warning, index) => (
                <li key={index}>{warning}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}
