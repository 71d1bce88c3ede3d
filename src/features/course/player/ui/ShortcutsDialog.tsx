import { useStore } from '@nanostores/react'
import { Dialog } from '#ui/Dialog.tsx'
import { $preferences, prefer } from '../player-preferences.store.ts'

const rows: [keys: string[], does: string][] = [
  [['Space', 'K'], 'Play or pause'],
  [['←', '→'], '5 seconds back or forward'],
  [['J', 'L'], '10 seconds back or forward'],
  [['↑', '↓'], 'Volume up or down, in the player'],
  [['M'], 'Sound on or off'],
  [['F'], 'Full screen'],
  [['C'], 'Captions'],
  [['<', '>'], 'Slower or faster'],
]

/** The keys of the player, and the switch for letters outside of it. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { letterKeys } = useStore($preferences)
  return (
    <Dialog open title="Keyboard shortcuts" size="sm" onClose={onClose}>
      <dl className="divide-y divide-base-300">
        {rows.map(([keys, does]) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2 text-sm">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid min-h-7 min-w-7 place-items-center rounded-selector border border-base-300 bg-base-200 px-2 text-xs font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-right text-muted">{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex min-h-11 cursor-pointer items-center justify-between gap-4 text-sm font-medium">
        Letters work everywhere on this page
        <input
          type="checkbox"
          className="toggle toggle-primary"
          checked={letterKeys}
          onChange={(event) => prefer({ letterKeys: event.target.checked })}
        />
      </label>
    </Dialog>
  )
}
