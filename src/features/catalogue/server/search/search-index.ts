import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import MiniSearch from 'minisearch'
import { foldLetters, small, termsOf, type Term } from '#lib/server/text/search-words.ts'
import {
  completed,
  errorsAllowed,
  mark,
  markAlike,
  note,
  noteSounds,
  postings,
  WRITTEN,
  type Postings,
} from './postings.ts'

/** What of a course is searched. */
export interface SearchedCourse {
  id: number
  title: string
  category: string
  tags: readonly string[]
  summary: string
  sections: readonly SearchedSection[]
}

export interface SearchedSection {
  title: string
  chapters: readonly string[]
}

interface Search {
  /** The courses that match, best first. */
  ids: readonly number[]
  /** `Chapter: The Preamble`, `Section: Polity`: where a course has what its own texts do not; null where they do. */
  whereIn: (id: number) => string | null
}

/** Answers searches. Completes words, knows how they sound, and forgives typing errors where nothing matches as typed. */
export type SearchIndex = (typed: string) => Search

/** What is kept of a search. */
interface Results {
  terms: readonly Term[]
  mistyped: boolean
  /** The ids of the courses, best first, each with the terms that only its sections and chapters have: a bit of each. */
  found: ReadonlyMap<number, number>
  /** Where they have them, of those of which somebody asked. */
  places: Map<number, string | null>
}

/** What is inside a course, to tell where it has a term. */
interface Outline {
  titles: readonly { kind: 'Chapter' | 'Section'; title: string }[]
  words: Postings
}

/** How the courses have a term, by their places: in their own texts, and in their sections and chapters. */
interface Marks {
  outside: Uint8Array
  inside: Uint8Array
}

/** Numbers kept of the results of searches, the latest: many look for the same. */
const KEPT_RESULTS = 500_000

/**
 * Titles of sections and chapters whose words are kept, of the courses asked for last: a page of a hundred courses of a
 * hundred chapters. That is 25 MB; to make it anew for each search took most of a second.
 */
const KEPT_TITLES = 12_000

/**
 * Words that a search looks for, the first ones. Each may be the beginning of thousands; with two hundred letters as words
 * one search of five thousand courses took two seconds, in which nobody else was answered.
 */
const MOST_WORDS = 8

/** What a term counts that is inside the course, or only sounds so; one in its summary counts about 1. */
const INSIDE_WEIGHT = 0.5
const ALIKE_WEIGHT = 0.2

/** Courses that are indexed before others get their turn. */
const AT_ONCE = 10

/** Two texts are never one abbreviation: a mark between them. */
const together = (texts: readonly string[]) => texts.join(' / ')

/** Indexes the courses, in pieces: others are answered meanwhile. */
export async function searchIndex(courses: readonly SearchedCourse[]): Promise<SearchIndex> {
  const index = new MiniSearch<Record<'title' | 'category' | 'tags' | 'summary', string> & { id: number }>({
    fields: ['title', 'category', 'tags', 'summary'],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: {
      tokenize: (word) => [word],
      boost: { title: 4, category: 2, tags: 2 },
      prefix: completed,
    },
  })
  const outside = postings()
  const inside = postings()
  for (const [place, course] of courses.entries()) {
    const { title, category, summary, sections } = course
    const tags = together(course.tags)
    index.add({ id: place, title, category, tags, summary })
    noteSounds(outside, place, wordsOf(together([title, category, tags, summary])))
    for (const one of titlesOf(sections)) note(inside, place, wordsOf(one.title))
    if (place % AT_ONCE === 0) await setImmediate()
  }

  const look = (terms: readonly Term[], mistyped: boolean): Results => {
    const marks = terms.map((term): Marks => {
      const own = { outside: new Uint8Array(courses.length), inside: new Uint8Array(courses.length) }
      markAlike(outside, term, mistyped, own.outside)
      mark(inside, term, mistyped, own.inside)
      return own
    })
    const scores = new Float64Array(courses.length)
    const queries = terms.flatMap(({ words, joined }) => (joined ? [joined, ...words] : words))
    const options = { combineWith: 'OR', fuzzy: mistyped && errorsAllowed } as const
    for (const { id: place, score, queryTerms } of index.search({ queries }, options)) {
      scores[place as number] = score
      for (const [at, term] of terms.entries())
        if (hasTerm(queryTerms, term)) marks[at]!.outside[place as number]! |= WRITTEN
    }
    const found = best(marks, scores).map(([place, inside]) => [courses[place]!.id, inside] as const)
    return { terms, mistyped, found: new Map(found), places: new Map() }
  }

  const sections = new Map(courses.map((course) => [course.id, course.sections]))
  const known = new LRUCache<string, Results>({
    maxSize: KEPT_RESULTS,
    sizeCalculation: ({ found }, words) => words.length + 2 * found.size,
  })
  const outlines = new LRUCache<number, Outline>({
    maxSize: KEPT_TITLES,
    sizeCalculation: ({ titles }) => Math.max(1, titles.length),
  })
  const outlineOf = (id: number): Outline => {
    const known = outlines.get(id)
    if (known) return known
    const outline = outlineFrom(sections.get(id) ?? [])
    outlines.set(id, outline)
    return outline
  }
  const whereIn = (results: Results, id: number): string | null => {
    const inside = results.found.get(id) ?? 0
    if (inside === 0) return null
    const place = results.places.get(id) ?? placeIn(outlineOf(id), results, inside)
    results.places.set(id, place)
    return place
  }
  return (typed) => {
    const terms = asked(typed)
    const key = terms.map(({ words, joined = '' }) => [joined, ...words].join(' ')).join('/')
    const results = known.get(key) ?? attempt(terms, look)
    if (key) known.set(key, results)
    return {
      ids: [...results.found.keys()],
      whereIn: (id) => whereIn(results, id),
    }
  }
}

/** Words of a text that count. */
function wordsOf(text: string): string[] {
  return termsOf(text).flatMap(({ words, joined }) => {
    const counted = words.filter((word) => !small.has(word))
    return joined ? [joined, ...counted] : counted
  })
}

/** What is looked for: the first words, each once. */
function asked(typed: string): Term[] {
  const terms = new Map<string, Term>()
  let left = MOST_WORDS
  for (const { words, joined } of termsOf(typed)) {
    const kept = words.filter((word) => !small.has(word)).slice(0, left)
    const key = joined ?? kept.join(' ')
    if (key === '' || terms.has(key)) continue
    terms.set(key, { words: kept, joined })
    left -= Math.max(1, kept.length)
    if (left <= 0) break
  }
  return [...terms.values()]
}

/** As typed; or else as one word, for Malayalam joins what people type as two; or else with typing errors. */
function attempt(terms: readonly Term[], look: (terms: readonly Term[], mistyped: boolean) => Results): Results {
  if (terms.length === 0) return { terms, mistyped: false, found: new Map(), places: new Map() }
  const asTyped = look(terms, false)
  if (asTyped.found.size > 0) return asTyped
  const joined =
    terms.length > 1 && look([{ words: [terms.flatMap(({ words }) => words).join('')], joined: undefined }], false)
  return joined && joined.found.size > 0 ? joined : look(terms, true)
}

function hasTerm(found: readonly string[], { words, joined }: Term): boolean {
  if (joined && found.includes(joined)) return true
  return words.length > 0 && words.every((word) => found.includes(word))
}

/**
 * The places of the courses that have every term, those first in which all of them are written so; each with the terms that
 * are only inside.
 */
function best(marks: readonly Marks[], scores: Float64Array): [place: number, inside: number][] {
  const hits: { place: number; inside: number; alike: boolean; score: number }[] = []
  for (let place = 0; place < scores.length; place += 1) {
    const hit = { place, inside: 0, alike: false, score: scores[place]! }
    const matches = marks.every((own, at) => {
      const out = own.outside[place]!
      const any = out | own.inside[place]!
      if (!out) hit.inside |= 1 << at
      if (!(any & WRITTEN)) hit.alike = true
      if (!(out & WRITTEN)) hit.score += any & WRITTEN ? INSIDE_WEIGHT : out ? ALIKE_WEIGHT * 2 : ALIKE_WEIGHT
      return any !== 0
    })
    if (matches) hits.push(hit)
  }
  hits.sort((a, b) => Number(a.alike) - Number(b.alike) || b.score - a.score || a.place - b.place)
  return hits.map(({ place, inside }) => [place, inside])
}

/** The chapter, or else the section, whose title has the most of the terms that are only inside. */
function placeIn({ titles, words }: Outline, { terms, mistyped }: Results, inside: number): string | null {
  const counts = new Uint8Array(titles.length)
  for (const [at, term] of terms.entries()) {
    if (!(inside & (1 << at))) continue
    const marks = new Uint8Array(titles.length)
    mark(words, term, mistyped, marks)
    for (const [title, how] of marks.entries()) if (how) counts[title]! += 1
  }
  const most = titles[counts.indexOf(Math.max(...counts))]
  return most ? `${most.kind}: ${most.title}` : null
}

/** Tells whether a title has what was typed, as a part of it or as the search of all courses would find it. */
export function titleSearch(typed: string): (title: string) => boolean {
  const part = foldLetters(typed.trim())
  const terms = asked(typed)
  return (title) => {
    if (foldLetters(title).includes(part)) return true
    const own = postings()
    note(own, 0, wordsOf(title))
    return (
      terms.length > 0 &&
      terms.every((term) => {
        const marks = new Uint8Array(1)
        mark(own, term, false, marks)
        return marks[0] !== 0
      })
    )
  }
}

function outlineFrom(sections: readonly SearchedSection[]): Outline {
  const titles = titlesOf(sections)
  const words = postings()
  for (const [at, { title }] of titles.entries()) note(words, at, wordsOf(title))
  return { titles, words }
}

/** The chapters first: they say more exactly where. */
function titlesOf(sections: readonly SearchedSection[]): Outline['titles'] {
  return [
    ...sections.flatMap(({ chapters }) => chapters.map((title) => ({ kind: 'Chapter' as const, title }))),
    ...sections.map(({ title }) => ({ kind: 'Section' as const, title })),
  ]
}
