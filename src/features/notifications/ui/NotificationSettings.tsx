import { siteName } from '#lib/browser/site.ts'
import { usePushSettings } from './use-push-settings.ts'
import { kindLabels, type Kind } from '../notifications.rules.ts'

const kinds: { kind: Kind; hint: string }[] = [
  { kind: 'announcements', hint: 'New courses, mock exams and changes' },
  { kind: 'replies', hint: 'Someone replies to your comment' },
  { kind: 'tickets', hint: 'Your ticket has been answered' },
  {
    kind: 'live_classes',
    hint: '15 minutes before a class of your course, or a webinar you registered for',
  },
]

/** What stands beside the switch of this browser, by what the browser can do. */
const states = (site: string) => ({
  unsupported: 'This browser cannot show notifications.',
  'needs-home-screen': `On an iPhone or iPad, add ${site} to the home screen first and open it from there.`,
  blocked:
    'Notifications from this site are blocked. Allow them in the settings of your browser, then reload this page.',
  off: `Get notified of replies and classes even while ${site} is closed.`,
  on: 'This browser gets notifications as long as you stay logged in here.',
})

/** Web Push of this browser, and which kinds of notification are pushed to the learner's browsers. Stands on /settings. */
export function NotificationSettings() {
  const { device, chosen, problem, busy, retry, switchDevice, choose } = usePushSettings()
  return (
    <section aria-labelledby="push-heading" className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
      <h2 id="push-heading" className="text-lg font-semibold">
        Notifications
      </h2>
      <p className="mt-1 text-sm text-muted">
        Everything appears under the bell. Choose what is also sent to your browsers.
      </p>
      {problem && (
        <div role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-sm text-error">
          <p>{problem}</p>
          {!chosen && (
            <button type="button" className="btn btn-sm" onClick={retry}>
              Try again
            </button>
          )}
        </div>
      )}
      <div className="mt-4 flex items-start justify-between gap-4 border-b border-base-300 pb-4">
        <div className="min-w-0">
          <p id="push-device" className="font-medium">
            On this browser
          </p>
          <p id="push-device-state" role="status" className="min-h-10 text-sm text-muted sm:min-h-5">
            {device ? states(siteName())[device] : ''}
          </p>
        </div>
        <input
          type="checkbox"
          role="switch"
          className="toggle toggle-primary mt-1"
          aria-labelledby="push-device"
          aria-describedby="push-device-state"
          checked={device === 'on'}
          disabled={busy || !chosen || (device !== 'on' && device !== 'off')}
          onChange={({ currentTarget }) => void switchDevice(currentTarget.checked)}
        />
      </div>
      <ul className="divide-y divide-base-300" aria-label="What is sent">
        {kinds.map(({ kind, hint }) => (
          <li key={kind} className="flex items-start justify-between gap-4 py-4 last:pb-0">
            <label htmlFor={`push-${kind}`} className="min-w-0 cursor-pointer">
              <span className="block font-medium">{kindLabels[kind]}</span>
              <span className="block text-sm text-muted">{hint}</span>
            </label>
            <input
              id={`push-${kind}`}
              type="checkbox"
              role="switch"
              className="toggle toggle-primary mt-1"
              checked={chosen?.[kind] ?? false}
              disabled={!chosen}
              onChange={({ currentTarget }) => void choose(kind, currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
