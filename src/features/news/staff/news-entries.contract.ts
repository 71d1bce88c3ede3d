import * as z from 'zod/mini'
import { MOST_MARKDOWN } from '#features/authoring/authoring.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, line, means, named, text, whole, written } from '#lib/both/calls/fields.ts'
import { instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { MAX_STAFF_SEARCH, searches } from '#lib/both/calls/search.ts'
import { after, next, version } from '#lib/both/calls/staff-fields.ts'
import { webAddress } from '#lib/both/text/link-address.ts'
import { indianTime } from '#lib/both/time/clock.ts'
import { longestNews, newsStates } from './news-entry.rules.ts'

/** News as staff make and change them (docs/decisions/0081-news-and-splashes-from-the-console.md). */

const authors = { access: 'staff', roles: ['owner', 'author'] } as const

/** The last instant that a pack can write. */
const LAST = indianTime(9999, 12, 31, 23, 59)

const state = means(z.enum(newsStates), 'scheduled: it appears when its time has come')

const listed = z.object({
  id: rowId,
  category: z.string(),
  title: means(z.nullable(z.string()), 'Of its page; null where it has none'),
  text: z.string(),
  image: means(z.string(), 'Address of a picture, 16:9'),
  published_at: instant,
  state,
})
export type ListedNews = z.output<typeof listed>

export const listNews = endpoint({
  ...authors,
  method: 'GET',
  path: '/staff/news',
  secondFactor: 'session',
  summary: 'News, the newest first, twenty-five a page',
  ...searches('content', 'words'),
  query: z.object({
    words: means(z.optional(line(MAX_STAFF_SEARCH)), 'In the title or the short text'),
    category: means(z.optional(line(longestNews.category)), 'What it is about'),
    state: z.optional(z.enum(newsStates)),
    after,
  }),
  reply: z.object({ data: z.array(listed), next }),
})

export const newsChoices = endpoint({
  ...authors,
  method: 'GET',
  path: '/staff/news/choices',
  secondFactor: 'session',
  summary: 'What forms of news offer',
  reply: z.object({ categories: means(z.array(z.string()), 'Those that news have, by name') }),
})

const entry = z.extend(listed, {
  link: means(z.nullable(z.string()), 'The page elsewhere that tells more, or where it comes from'),
  alt: z.string(),
  page: means(
    z.enum(['none', 'written', 'html']),
    'Whether it has a page; html: how its text was written is not known, so that it stays or is written anew',
  ),
  body: means(
    z.string(),
    'The text of its page in Markdown; empty where there is none, or how it was written is not known',
  ),
  media: means(
    z.array(z.object({ path: z.string(), address: z.string() })),
    'Files that the text names, by the paths that it has for them',
  ),
  moves: means(
    z.nullable(z.string()),
    'In which words its time was written, where it moves with the day: today-1d 09:00',
  ),
  version: rowId,
  changed: means(
    z.nullable(z.object({ by: z.string(), at: instant })),
    'The last change in the console that no pack has taken over; null of none',
  ),
})
export type NewsEntry = z.output<typeof entry>

export const getNews = endpoint({
  ...authors,
  method: 'GET',
  path: '/staff/news/{id}',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'An entry of news, as a form needs it',
  params: z.object({ id }),
  reply: entry,
})

const needed = (most: number, error: string) => line(most).check(z.minLength(1, { error }))

const fields = {
  category: needed(longestNews.category, 'Please choose what it is about, or enter a new category'),
  title: means(
    z._default(z.nullable(line(longestNews.title)), null),
    'Of its page: needed where there is one, and refused where there is none',
  ),
  text: needed(longestNews.text, 'Please say it in one or two sentences'),
  body: means(
    z._default(z.nullable(written(MOST_MARKDOWN)), null),
    'The text of its page in Markdown; without one there is no page',
  ),
  link: means(
    z._default(
      z.nullable(
        text(longestNews.link).check(
          z.refine((link) => link === '' || webAddress(link) !== undefined, {
            error: 'Must be an address with https:// or http://',
          }),
        ),
      ),
      null,
    ),
    'Needed where there is no page',
  ),
  image: means(
    text(200).check(z.minLength(1, { error: 'Please choose a picture' })),
    'Address of a stored picture, 16:9: what POST /staff/authoring/picture has answered',
  ),
  alt: needed(longestNews.alt, 'Please say what the picture shows'),
  published_at: means(
    z._default(z.nullable(whole(0, LAST, 'Must be an instant in milliseconds, until the year 9999')), null),
    'When it appears; null: now',
  ),
}

export const makeNews = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/news/make',
  secondFactor: 'session',
  creates: true,
  summary: 'Makes an entry of news',
  body: z.object(fields),
  reply: z.extend(done, { id: rowId }),
})

export const changeNews = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/news/change',
  secondFactor: 'session',
  refuses: ['not_found', 'edited'],
  summary: 'Changes an entry of news',
  body: z.object({
    id,
    version,
    ...fields,
    keep_page: means(
      z._default(z.boolean(), false),
      'Leaves the text of its page as it is, where how it was written is not known',
    ),
    published_was: means(
      z._default(z.nullable(whole(0, LAST, 'Must be an instant in milliseconds')), null),
      'What the form began with: where `published_at` is the same, its time stays, and moves with the day if it did',
    ),
  }),
  reply: z.extend(done, { entry }),
})

export const withdrawNews = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/news/withdraw',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Takes an entry of news out of sight',
  body: z.object({ id }),
  reply: done,
})

export const restoreNews = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/news/restore',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Brings back an entry of news that was withdrawn',
  body: z.object({ id }),
  reply: done,
})

named({ ListedNews: listed, NewsEntry: entry })
