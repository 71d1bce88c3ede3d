/**
 * What of the content can be changed here besides in a pack, by the names that a pack has for it (docs/content-pack.md).
 * An entry of a list within another is addressed with a slash: category `group/key`, subcategory `group/category/key`,
 * section, chapter and workout `course/key`, document `course/chapter/key`, syllabus `course/year`; a price by its
 * course, the site by `site`.
 */
const contentFields = {
  site: [
    ...['name', 'brand', 'content_source', 'phone', 'flags', 'pages', 'login'],
    ...['popular', 'featured_exams', 'districts', 'communities'],
  ],
  group: ['title', 'image', 'alt'],
  category: ['label'],
  subcategory: ['label'],
  course: [
    ...['title', 'summary', 'description', 'group', 'category', 'subcategory', 'thumbnail', 'thumbnail_alt', 'tags'],
    ...['popularity', 'rating', 'published', 'cover', 'video', 'communities', 'discussion_panel'],
  ],
  price: ['price', 'offer_price', 'gst', 'validity_days'],
  syllabus: ['file'],
  section: ['title', 'demo'],
  chapter: ['title', 'minutes', 'video', 'captions', 'questions'],
  document: ['title', 'file'],
  /** `content`: the file or the text. */
  workout: ['type', 'title', 'content', 'published'],
  live_class: ['course', 'title', 'mentor', 'starts', 'ends', 'join_url'],
  /** `options`: with what tells the right one. */
  question: ['text', 'options', 'explanation'],
  exam: [
    ...['title', 'category', 'courses', 'chapter', 'minutes', 'attempts', 'marks', 'view_answer', 'opens', 'closes'],
    ...['registration', 'instructions', 'sections'],
  ],
  quiz: ['title', 'category', 'minutes', 'questions'],
  /** `body`: the text of its page. */
  news: ['category', 'title', 'text', 'body', 'link', 'image', 'alt', 'published'],
  article: ['title', 'summary', 'author', 'body', 'image', 'alt', 'published'],
  webinar: [
    ...['title', 'summary', 'about', 'presenter', 'image', 'alt', 'starts', 'ends', 'join_url', 'recording', 'seats'],
  ],
  /** `order`: its place among the others. */
  splash: ['image', 'portrait', 'alt', 'title', 'text', 'success', 'order'],
} as const

export type ContentKind = keyof typeof contentFields

/** `made`: the entry was made in the console; `retired`: it was taken away there, or brought back. */
export type ContentField<Kind extends ContentKind = ContentKind> =
  (typeof contentFields)[Kind][number] | 'made' | 'retired'

/** Which entry is meant. */
export interface ContentEntry<Kind extends ContentKind = ContentKind> {
  kind: Kind
  key: string
}

/** True of a kind that this version knows; a newer one may have marked others. */
export function isContentKind(kind: string): kind is ContentKind {
  return Object.hasOwn(contentFields, kind)
}
