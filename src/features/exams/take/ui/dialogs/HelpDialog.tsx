import { useStore } from '@nanostores/react'
import { Dialog } from '#ui/Dialog.tsx'
import { $letterKeys, $textSize, textSizes } from '#features/questions/ui/preferences.ts'

const keys: [keys: string[], what: string][] = [
  [['A', 'B', 'C', '1', '2', '3'], 'Choose an option'],
  [['↑', '↓'], 'Move within the options'],
  [['←', 'P'], 'Previous question'],
  [['→', 'N'], 'Save & Next'],
  [['M'], 'Mark for Review & Next'],
  [['X', 'Delete'], 'Clear Response'],
  [['?'], 'This help'],
]

const sizeNames = { small: 'Small text', normal: 'Normal text', large: 'Large text' }
const sizeLetters = { small: 'text-sm', normal: 'text-lg', large: 'text-2xl' }

/** Keyboard shortcuts and how the text is shown. Mounted only while it is open. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const size = useStore($textSize)
  const letterKeys = useStore($letterKeys)
  return (
    <Dialog open title="Help and settings" onClose={onClose}>
      <fieldset>
        <legend className="mb-2 font-medium">Text size</legend>
        <div className="flex gap-2">
          {textSizes.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === size}
              aria-label={sizeNames[each]}
              className={`btn w-16 ${sizeLetters[each]} ${each === size ? 'btn-primary' : ''}`}
              onClick={() => $textSize.set(each)}
            >
              A
            </button>
          ))}
        </div>
      </fieldset>
      <h3 className="mb-2 mt-6 font-medium">Keyboard</h3>
      <dl className="space-y-2 text-sm">
        {keys.map(([names, what]) => (
          <div key={what} className="flex items-center gap-4">
            <dt className="flex w-28 shrink-0 flex-wrap gap-1 sm:w-44">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="rounded-md border border-base-300 bg-base-200 px-2 py-0.5 font-sans text-xs font-semibold"
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="toggle toggle-primary"
          checked={letterKeys}
          onChange={({ target }) => $letterKeys.set(target.checked)}
        />
        Letters and digits work as shortcuts
      </label>
    </Dialog>
  )
}
