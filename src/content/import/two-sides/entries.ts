import type { ContentField, ContentKind } from '#core/content/content-kinds.ts'
import type { Pack } from '../../pack.ts'
import type { ChangeablePack } from '../../stored/stored-pack.ts'

/** An entry of a pack, whatever it is. */
export type Entry = Record<string, unknown>

/** A list of a pack's entries. */
interface EntryList {
  /** What the keys of its entries begin with. */
  prefix: string
  list: Entry[]
  /** Where several lists have one prefix: which of them it is. */
  home?: string
}

interface KindOfEntry {
  lists: (pack: ChangeablePack) => EntryList[]
  /** The field that is the key. */
  by?: string
  /** False of what stays when a pack drops it, and of what is only a part of an entry. */
  retires?: false
  /** What a field of the kind is called in an entry, where that is another name. */
  names?: Record<string, string[]>
  /** Fields that mean something together alone: of one that is kept, the others are kept with it. */
  together?: ContentField[][]
  /** What fields that are written in Markdown are called in an entry's source. */
  texts?: Record<string, string>
}

/** Types of entries differ; what is read and written here is told by the names of their fields. */
const listOf = (prefix: string, list: readonly object[], home?: string): EntryList => ({
  prefix,
  list: list as Entry[],
  ...(home !== undefined && { home }),
})

/** Where a pack has the entries of each kind; what others are parts of comes first. */
const entryKinds: Record<ContentKind, KindOfEntry> = {
  site: { lists: ({ site }) => [listOf('', site ? [site] : [])], retires: false },
  group: { lists: ({ groups }) => [listOf('', groups)] },
  category: { lists: ({ groups }) => groups.map(({ key, categories }) => listOf(`${key}/`, categories)) },
  subcategory: {
    lists: ({ groups }) =>
      groups.flatMap((group) =>
        group.categories.map(({ key, subcategories = [] }) => listOf(`${group.key}/${key}/`, subcategories)),
      ),
  },
  course: {
    lists: ({ courses }) => [listOf('', courses)],
    names: { description: ['descriptionHtml'] },
    texts: { description: 'description' },
    together: [['group', 'category', 'subcategory']],
  },
  price: {
    lists: ({ courses }) => [listOf('', courses)],
    retires: false,
    together: [['price', 'offer_price']],
  },
  syllabus: {
    lists: ({ courses }) => courses.map(({ key, syllabuses }) => listOf(`${key}/`, syllabuses)),
    by: 'year',
  },
  section: { lists: ({ courses }) => courses.map(({ key, sections }) => listOf(`${key}/`, sections)) },
  chapter: {
    lists: ({ courses }) =>
      courses.flatMap(({ key, sections }) =>
        sections.map((section) => listOf(`${key}/`, section.chapters, section.key)),
      ),
    names: { video: ['video', 'provider', 'hash'] },
    together: [['video', 'captions']],
  },
  document: {
    lists: ({ courses }) =>
      courses.flatMap(({ key, sections }) =>
        sections.flatMap(({ chapters }) =>
          chapters.map((chapter) => listOf(`${key}/${chapter.key}/`, chapter.documents)),
        ),
      ),
  },
  workout: {
    lists: ({ courses }) => courses.map(({ key, workouts }) => listOf(`${key}/`, workouts)),
    names: { type: ['contenttype'], content: ['content', 'filename'] },
    texts: { content: 'text' },
    together: [['type', 'content']],
  },
  live_class: { lists: ({ liveClasses }) => [listOf('', liveClasses)], together: [['starts', 'ends']] },
  question: {
    lists: ({ questions }) => [listOf('', questions)],
    retires: false,
    names: { text: ['contentHtml'], explanation: ['explanationHtml'] },
    texts: { text: 'text', options: 'options', explanation: 'explanation' },
  },
  exam: {
    lists: ({ exams }) => [listOf('', exams)],
    names: { instructions: ['instructionsHtml'] },
    texts: { instructions: 'instructions', sections: 'sections' },
    together: [
      ['opens', 'closes'],
      ['courses', 'chapter'],
    ],
  },
  quiz: { lists: ({ quizzes }) => [listOf('', quizzes)] },
  news: { lists: ({ news }) => [listOf('', news)], texts: { body: 'body' }, together: [['title', 'body', 'link']] },
  article: { lists: ({ blog }) => [listOf('', blog)], texts: { body: 'body' } },
  webinar: {
    lists: ({ webinars }) => [listOf('', webinars)],
    names: { about: ['aboutHtml'] },
    texts: { about: 'about' },
    together: [['starts', 'ends']],
  },
  splash: { lists: ({ splashes }) => [listOf('', splashes)] },
}

const order = Object.keys(entryKinds)

/** Sorts marks so that what others are parts of comes first. */
export function inOrder<Marked extends { kind: ContentKind }>(marks: readonly Marked[]): Marked[] {
  return marks.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

/** Where an entry stands in a pack. */
export interface Found extends EntryList {
  index: number
  entry: Entry
}

/** Finds an entry of a pack by its kind and key. */
export function findEntry(pack: ChangeablePack, kind: ContentKind, key: string): Found | undefined {
  const { lists, by = 'key' } = entryKinds[kind]
  for (const found of lists(pack)) {
    if (!key.startsWith(found.prefix)) continue
    const rest = key.slice(found.prefix.length)
    const index = kind === 'site' ? 0 : found.list.findIndex((entry) => entry[by] === rest)
    const entry = found.list[index]
    if (entry) return { ...found, index, entry }
  }
  return undefined
}

/** Whether a pack that drops an entry takes it away: not what stays anyway, nor parts of what the pack does not have. */
export function isDropped(pack: Pack, kind: ContentKind, at: Found): boolean {
  return entryKinds[kind].retires !== false && homeOf(pack, kind, at) !== undefined
}

/** Puts an entry of another pack into a pack, behind the one that it stands behind there. */
export function putEntry(pack: Pack, kind: ContentKind, at: Found): void {
  const home = homeOf(pack, kind, at)
  const { by = 'key' } = entryKinds[kind]
  const before = at.list.slice(0, at.index).map((entry) => entry[by])
  const index = home?.list.findLastIndex((entry) => before.includes(entry[by])) ?? -1
  home?.list.splice(index + 1, 0, at.entry)
}

/** The keys of entries that stand before another, of those that another list has as well. */
export function keysBefore({ list, index }: Found, other: Found): unknown[] {
  const both = other.list.map(({ key }) => key)
  return list.slice(0, index).flatMap(({ key }) => (both.includes(key) ? [key] : []))
}

/** Sorts a list as another has it; what that does not have stays behind what it stands behind. */
export function orderAs({ list }: EntryList, other: EntryList): void {
  const places = new Map(other.list.map(({ key }, place) => [key, place]))
  let place = -1
  const placed = list.map((entry) => ({ entry, place: (place = places.get(entry.key) ?? place) }))
  const sorted = placed.toSorted((a, b) => a.place - b.place)
  list.splice(0, list.length, ...sorted.map(({ entry }) => entry))
}

function homeOf(pack: Pack, kind: ContentKind, { prefix, home }: Found): EntryList | undefined {
  return entryKinds[kind].lists(pack).find((list) => list.prefix === prefix && list.home === home)
}

/** What a field of a kind is called in its entries. */
export function namesOf(kind: ContentKind, field: ContentField): string[] {
  return entryKinds[kind].names?.[field] ?? [field]
}

/** A field with those that would mean nothing without it, or it without them. */
export function withOthers(kind: ContentKind, field: ContentField): ContentField[] {
  return entryKinds[kind].together?.find((fields) => fields.includes(field)) ?? [field]
}

/** What a field that is written in Markdown is called in an entry's source; undefined of others. */
export function textOf(kind: ContentKind, field: ContentField): string | undefined {
  return entryKinds[kind].texts?.[field]
}

/** What all texts of a kind are called in an entry's source. */
export function allTexts(kind: ContentKind): string[] {
  return Object.values(entryKinds[kind].texts ?? {})
}

/** A pack whose lists and entries may be changed; questions are replaced, for most of a large bank stay packed. */
export function copyOf(pack: Pack): Pack {
  const each = <Item extends object>(list: readonly Item[]) => list.map((item) => ({ ...item }))
  return {
    ...pack,
    site: { ...pack.site },
    groups: pack.groups.map((group) => ({
      ...group,
      categories: group.categories.map((category) => ({
        ...category,
        subcategories: each(category.subcategories ?? []),
      })),
    })),
    courses: pack.courses.map((course) => ({
      ...course,
      syllabuses: each(course.syllabuses),
      workouts: each(course.workouts),
      sections: course.sections.map((section) => ({
        ...section,
        chapters: section.chapters.map((chapter) => ({ ...chapter, documents: each(chapter.documents) })),
      })),
    })),
    questions: [...pack.questions],
    exams: each(pack.exams),
    quizzes: each(pack.quizzes),
    liveClasses: each(pack.liveClasses),
    news: each(pack.news),
    blog: each(pack.blog),
    webinars: each(pack.webinars),
    splashes: each(pack.splashes),
  }
}
