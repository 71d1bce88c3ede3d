import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, named } from '#lib/both/calls/fields.ts'
import { instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { before, needed, nextRow } from '#lib/both/calls/staff-fields.ts'
import { learnerReaders } from '../learner-roles.rules.ts'
import { MOST_NOTE } from './notes.rules.ts'

/** What staff note about a learner for each other. Learners read it in the download of their data. */

const readers = { access: 'staff', roles: learnerReaders, params: z.object({ id }) } as const

const note = z.object({
  id: rowId,
  author: z.string(),
  body: z.string(),
  created_at: instant,
  mine: means(z.boolean(), 'The caller wrote it within the hour and may delete it'),
})
export type LearnerNote = z.output<typeof note>

export const listNotes = endpoint({
  ...readers,
  method: 'GET',
  path: '/staff/learners/{id}/notes',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Notes about a learner, newest first, twenty a page',
  query: z.object({ before }),
  reply: z.object({ data: z.array(note), next: nextRow }),
})

export const addNote = endpoint({
  ...readers,
  method: 'POST',
  path: '/staff/learners/{id}/notes',
  secondFactor: 'session',
  creates: true,
  refuses: ['not_found', 'conflict'],
  summary: 'Adds a note',
  body: z.object({
    body: means(needed(MOST_NOTE, 'Please write something'), 'Learners can read it in the download of their data'),
  }),
  example: { body: 'Prefers to be called after six.' },
  reply: z.extend(done, { note }),
})

export const deleteNote = endpoint({
  ...readers,
  method: 'POST',
  path: '/staff/learners/{id}/notes/delete',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Deletes a note of one’s own, within the hour',
  body: z.object({ note_id: id }),
  reply: done,
})

named({ LearnerNote: note })
