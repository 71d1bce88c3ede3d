import { counted } from '#lib/both/text/format.ts'
import type { LearnerPage } from '#features/auth/staff/learners.contract.ts'
import { dayMonthYear } from '#lib/both/time/days.ts'
import { Facts } from '#ui/staff/Facts.tsx'
import { Instant } from '#ui/staff/values.tsx'

/** Who a learner is, and where they are logged in. */
export function ProfileTab({ learner }: { learner: LearnerPage }) {
  const { codes, devices, known_devices: known, birthday, counts } = learner
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <section aria-labelledby="profile-facts">
        <h2 id="profile-facts" className="mb-3 text-lg font-semibold">
          Profile
        </h2>
        <Facts
          facts={[
            { label: 'Name', value: learner.name },
            { label: 'Email', value: learner.email },
            { label: 'City', value: learner.city },
            { label: 'Birthday', value: birthday && dayMonthYear(birthday) },
            { label: 'Joined', value: <Instant at={learner.created_at} /> },
            { label: 'Phone proved', value: since(learner.verified_at) },
            { label: 'Last logged in', value: since(learner.last_logged_on) ?? 'Never' },
            { label: 'Profile', value: learner.registration_completed ? 'Complete' : 'Not completed' },
            { label: 'Log-in blocked', value: since(learner.blocked_at) ?? 'No' },
            { label: 'May not write', value: since(learner.muted_at) ?? 'No' },
            ...(counts.open_tickets === null ? [] : [{ label: 'Open tickets', value: String(counts.open_tickets) }]),
          ]}
        />
      </section>
      <section aria-labelledby="profile-devices">
        <h2 id="profile-devices" className="mb-3 text-lg font-semibold">
          Devices
        </h2>
        {devices.length === 0 ? (
          <p className="text-sm text-muted">Not logged in anywhere</p>
        ) : (
          <ul className="space-y-2">
            {devices.map((device) => (
              <li key={device.id} className="rounded-field border border-base-300 bg-base-100 px-3 py-2 text-sm">
                <span className="[overflow-wrap:anywhere]">{device.user_agent || 'A browser that says nothing'}</span>
                <span className="block text-xs text-muted">
                  Logged in <Instant at={device.created_at} />
                  {device.last_seen_at !== null && (
                    <>
                      , last used <Instant at={device.last_seen_at} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        <h3 className="mb-2 mt-5 text-sm font-semibold">Known from log-ins</h3>
        {known.length === 0 ? (
          <p className="text-sm text-muted">No browser</p>
        ) : (
          <ul className="space-y-1 text-sm">
            {known.map(({ known_since, seen_at }) => (
              <li key={`${known_since} ${seen_at}`}>
                A browser since <Instant at={known_since} dayOnly />, last log-in <Instant at={seen_at} dayOnly />
              </li>
            ))}
          </ul>
        )}
        <h3 className="mb-2 mt-5 text-sm font-semibold">Codes</h3>
        <p className="text-sm">
          {codes.sent + codes.tried === 0
            ? 'Nothing counts against the phone.'
            : `${codes.sent} sent in a day and ${counted(codes.tried, 'guess', 'guesses')} in 30 days count against the phone.`}
        </p>
      </section>
    </div>
  )
}

const since = (at: number | null) => (at === null ? null : <Instant at={at} />)
