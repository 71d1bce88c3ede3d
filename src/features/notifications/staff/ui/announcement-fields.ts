import { MOST_PHONES } from '#features/auth/staff/phone-list/phone-list.rules.ts'
import { pictureField } from '#features/authoring/staff/ui/fields.tsx'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import type { FormField } from '#ui/staff/forms/form-values.ts'
import type { ClickAction } from '../../notifications.rules.ts'
import { audiences, type Audience, type MessageFormat } from '../announcements.rules.ts'
import type { addAnnouncement } from '../compose.contract.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { learnerFieldReaders } from '#features/auth/staff/learner-fields.rules.ts'
import { audienceNames } from './words.tsx'

/** What a notification is written with. */

type Name = keyof CallInput<typeof addAnnouncement>['body'] & string

interface Choice {
  id: number
  title: string
}

export interface FieldChoices {
  courses: readonly (Choice & { retired: boolean })[]
  news: readonly Choice[]
  articles: readonly Choice[]
  webinars: readonly Choice[]
}

const actions: Record<ClickAction, string> = {
  course_details: 'A course (Goto Course)',
  ca_details: 'Current affairs (Read Current Affairs)',
  live_details: 'The live classes (Join Live)',
  blog_details: 'The blog (Read Blog)',
  webinar_registration: 'A webinar (Register Now)',
  exam_details: 'The mock tests (Attend Exam)',
  general: 'A page or an address (Know More)',
}

/**
 * @param kept whose list, or whose learner, stays where the field is left empty
 * @param target of the button before it is changed: it may be older than what is offered
 */
export function announcementFields(
  choices: FieldChoices,
  { format, kept, target }: { format: MessageFormat; kept?: Audience | undefined; target?: string | null | undefined },
): FormField<Name>[] {
  const { courses, news, articles, webinars } = choices
  const pageOf = (action: ClickAction, label: string, all: string, rows: readonly Choice[]): FormField<Name> => ({
    ...{ name: 'target', label, kind: 'select', none: all, wide: true },
    options: optionsOf(rows, target),
    when: (values) => values.action === action,
  })
  return [
    { name: 'title', label: 'Title', kind: 'text', wide: true, placeholder: 'Monday’s class is at 7 PM' },
    format === 'html'
      ? { name: 'message', label: 'Message', kind: 'textarea', rows: 8, hint: 'In HTML, as it was written.' }
      : {
          ...{ name: 'message', label: 'Message', kind: 'markdown', rows: 8 },
          hint: 'In Markdown: **bold**, lists with -, [words](https://…). Web addresses become links by themselves.',
        },
    { name: 'image', label: 'Picture', ...pictureField('wide') },
    {
      ...{ name: 'action', label: 'The button leads to', kind: 'select', none: 'No button', wide: true },
      options: Object.entries(actions).map(([value, label]) => ({ value, label })),
    },
    {
      ...{
        name: 'target',
        label: 'Course of the button',
        kind: 'select',
        wide: true,
        needed: 'Please choose a course',
      },
      options: optionsOf(
        courses.filter(({ id, retired }) => !retired || String(id) === target),
        target,
      ),
      when: ({ action }) => action === 'course_details',
    },
    pageOf('ca_details', 'News', 'All current affairs', news),
    pageOf('blog_details', 'Article', 'All articles', articles),
    pageOf('webinar_registration', 'Webinar', 'All webinars', webinars),
    {
      ...{ name: 'target', label: 'Page or address', kind: 'text', wide: true, placeholder: '/courses or https://…' },
      needed: 'Please enter a page such as /courses, or an address with https://',
      when: ({ action }) => action === 'general',
    },
    {
      ...{ name: 'audience', label: 'To whom', kind: 'select', wide: true },
      options: audiencesFor(kept).map((value) => ({ value, label: audienceNames[value] })),
    },
    {
      ...{ name: 'course_id', label: 'Course', kind: 'select', wide: true, needed: 'Please choose a course' },
      options: courses.map(({ id, title, retired }) => ({ value: id, label: retired ? `${title} (not sold)` : title })),
      hint: 'Those who have it at the moment of sending.',
      when: ({ audience }) => audience === 'course',
    },
    {
      ...{ name: 'csv', label: 'Phones', kind: 'pasted', accept: '.csv,.txt,text/csv,text/plain' },
      ...(kept === 'list' ? { placeholder: 'Left empty the list stays as it is' } : { needed: 'Please paste phones' }),
      hint: `A CSV file, or one phone number per line; up to ${MOST_PHONES.toLocaleString('en-IN')}.`,
      when: ({ audience }) => audience === 'list',
    },
    {
      ...{ name: 'mobile', label: 'Phone of the learner', kind: 'phone', wide: true },
      ...(kept === 'learner' ? { placeholder: 'Left empty it stays the same' } : { needed: 'Please enter a phone' }),
      when: ({ audience }) => audience === 'learner',
    },
    {
      ...{ name: 'send_at', label: 'When', kind: 'datetime' },
      hint: 'Indian time. Left empty it is sent at once.',
    },
  ]
}

/** Learners are chosen by phone only where the role sees phones; a list that is there already can stay. */
const audiencesFor = (kept: Audience | undefined) =>
  audiences.filter(
    (value) => value === 'all' || value === 'course' || value === kept || mayCall(learnerFieldReaders.phone),
  )

function optionsOf(rows: readonly Choice[], chosen: string | null | undefined) {
  const options = rows.map(({ id, title }) => ({ value: String(id), label: title }))
  const isOlder = /^\d+$/.test(chosen ?? '') && !options.some(({ value }) => value === chosen)
  return isOlder ? [...options, { value: chosen!, label: `Number ${chosen}` }] : options
}
