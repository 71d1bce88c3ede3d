import type { FormRules } from '#lib/both/form-rules.ts'
import { counted, spokenDuration } from '#lib/both/text/format.ts'
import { displayTime, DAY, SECOND } from '#lib/both/time/clock.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { instantOf, type FormValues } from '#ui/staff/forms/form-values.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import * as contracts from '../classes.contract.ts'
import type { CourseOfClasses, ListedClass } from '../classes.contract.ts'
import { choices } from '../classes.store.ts'
import { MOST_AT_ONCE, repeated, rhythms, type Rhythm } from '../classes.rules.ts'

/** The fields of a class; of a course that has left the content only where it is this one. */
function fieldsOf(courses: readonly CourseOfClasses[], own: number | undefined) {
  const open = courses.filter(({ id, withdrawn }) => !withdrawn || id === own)
  return [
    { name: 'title', label: 'Title', kind: 'text', wide: true, placeholder: 'Polity doubt clearing' },
    {
      name: 'course_id',
      label: 'Course',
      kind: 'select',
      wide: true,
      options: open.map(({ id, title }) => ({ value: id, label: title })),
    },
    { name: 'starts_at', label: 'Starts', kind: 'datetime' },
    { name: 'ends_at', label: 'Ends', kind: 'datetime' },
    { name: 'mentor', label: 'Mentor', kind: 'text', hint: 'As learners read it.' },
    { name: 'join_url', label: 'Link to the meeting', kind: 'text', placeholder: 'https://' },
  ] as const
}

const repeats = [
  {
    name: 'rhythm',
    label: 'Repeat',
    kind: 'select',
    options: [
      { value: 'once', label: 'Once' },
      { value: 'daily', label: 'Every day' },
      { value: 'weekly', label: 'Every week' },
    ],
  },
  { name: 'times', label: 'Classes in all', kind: 'number', hint: `Where it repeats: at most ${MOST_AT_ONCE}.` },
] as const

interface FormProps {
  rules: FormRules
  onDone: (message: string) => void
  onCancel: () => void
}

/** Makes a class, or several. @param like what it begins with: another one, at another time */
export function MakeForm({ rules, like, onDone, onCancel }: FormProps & { like: ListedClass | undefined }) {
  const courses = useCourses()
  if (!courses) return <Waiting />
  const initial = like && { ...bodyOf(like), ...later(like) }
  return (
    <StaffForm
      endpoint={contracts.makeClasses}
      rules={rules}
      fields={[...fieldsOf(courses, undefined), ...repeats]}
      initial={{ rhythm: 'once', times: 1, ...initial }}
      about={like?.id}
      submitLabel="Make"
      onDone={({ message }) => onDone(message)}
      onCancel={onCancel}
      aside={(values) => {
        const times = timesIn(values)
        if (!times) return null
        const rhythm = String(values.rhythm)
        const number = Number(values.times)
        const isSeries = rhythm in rhythms && rhythm !== 'once' && number > 1 && number <= MOST_AT_ONCE
        const last = isSeries ? repeated(times, { rhythm: rhythm as Rhythm, times: number }).at(-1) : undefined
        return (
          <Aside>
            {long(times)}
            {last && `, ${counted(number, 'class', 'classes')}, the last on ${displayTime(last.starts_at)}`}
          </Aside>
        )
      }}
    />
  )
}

/** Changes a class. */
export function ChangeForm({ rules, row, onDone, onCancel }: FormProps & { row: ListedClass }) {
  const courses = useCourses()
  if (!courses) return <Waiting />
  return (
    <StaffForm
      endpoint={contracts.changeClass}
      rules={rules}
      fields={fieldsOf(courses, row.course.id)}
      initial={bodyOf(row)}
      also={{ id: row.id, version: row.version }}
      submitLabel="Save"
      onDone={({ message }) => onDone(message)}
      onCancel={onCancel}
      aside={(values) => {
        const times = timesIn(values)
        const isMoved = times && Math.abs(times.starts_at - row.starts_at) >= 60 * SECOND
        const isElsewhere = Number(values.course_id) !== row.course.id
        return (
          <Aside>
            {times && long(times)}
            {isMoved && !isElsewhere && '. The learners of the course will be told of the new time.'}
            {isElsewhere && '. The learners of both courses will be told.'}
          </Aside>
        )
      }}
    />
  )
}

function useCourses(): readonly CourseOfClasses[] | undefined {
  const loaded = useLoaded(choices)
  if (loaded.is === 'shown') return loaded.shown.courses
  return loaded.is === 'failed' ? [] : undefined
}

const Waiting = () => <div className="h-80 skeleton" aria-hidden="true" />

const Aside = ({ children }: { children: React.ReactNode }) => (
  <p role="status" className="mt-4 min-h-5 text-sm text-muted">
    {children}
  </p>
)

const bodyOf = ({ course, title, mentor, starts_at, ends_at, join_url }: ListedClass) => ({
  ...{ course_id: course.id, title, mentor, starts_at, ends_at, join_url },
})

/** The same weekday and hour, next time. */
function later({ starts_at, ends_at }: ListedClass, now = Date.now()): { starts_at: number; ends_at: number } {
  const weeks = Math.max(1, Math.ceil((now - starts_at) / (7 * DAY)))
  const [first] = [starts_at, ends_at].map((at) => at + weeks * 7 * DAY)
  return { starts_at: first!, ends_at: first! + ends_at - starts_at }
}

/** Undefined as long as one of both is missing, or nothing lies between them. */
function timesIn({ starts_at, ends_at }: FormValues): { starts_at: number; ends_at: number } | undefined {
  if (!starts_at || !ends_at) return undefined
  const times = { starts_at: instantOf(String(starts_at)), ends_at: instantOf(String(ends_at)) }
  return times.ends_at > times.starts_at ? times : undefined
}

const long = ({ starts_at, ends_at }: { starts_at: number; ends_at: number }) =>
  spokenDuration((ends_at - starts_at) / SECOND)
