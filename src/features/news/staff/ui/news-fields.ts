import { markdownField, pictureField } from '#features/authoring/staff/ui/fields.tsx'
import type { FormValues } from '#ui/staff/forms/form-values.ts'
import type { NewsEntry } from '../news-entries.contract.ts'

/**
 * The fields of an entry, in the order in which they are filled.
 * @param entry what is changed; undefined of a new one
 */
export function newsFields(categories: readonly string[], entry?: NewsEntry) {
  const media = Object.fromEntries((entry?.media ?? []).map(({ path, address }) => [path, address]))
  return [
    {
      name: 'category',
      label: 'Category',
      kind: 'text',
      suggestions: categories,
      hint: 'One that there is, or a new one.',
    },
    { name: 'published_at', label: 'Published', kind: 'datetime', hint: timeHint(entry) },
    {
      name: 'text',
      label: 'Short text',
      kind: 'textarea',
      rows: 3,
      hint: 'One or two sentences, for lists and the dashboard.',
    },
    {
      name: 'link',
      label: 'Link',
      kind: 'text',
      wide: true,
      placeholder: 'https://',
      hint: 'Where more can be read. Of an entry with a page of its own it is the source.',
    },
    {
      name: 'image',
      label: 'Picture',
      ...pictureField('wide'),
    },
    { name: 'alt', label: 'What the picture shows', kind: 'text', wide: true, hint: 'For those who do not see it.' },
    {
      name: 'title',
      label: 'Title of its page',
      kind: 'text',
      wide: true,
      hint: 'Needed where there is a text below, and only there.',
    },
    {
      name: 'body',
      label: 'Text of its page',
      hint:
        entry?.page === 'html'
          ? 'In Markdown, to replace the text of the page.'
          : 'In Markdown. Without it there is no page.',
      when: ({ keep_page: kept }: FormValues) => kept !== true,
      ...markdownField({ media }),
    },
  ] as const
}

/** Stands before the text of a page whose Markdown is not known. */
export const keepPage = {
  name: 'keep_page',
  label: 'Keep the text of its page as it is',
  kind: 'checkbox',
  wide: true,
  hint: 'It came as HTML: it stays as it is, or is written anew.',
} as const

function timeHint(entry: NewsEntry | undefined): string {
  if (entry?.moves)
    return `Indian time. It moves with the day (${entry.moves}) until another time is chosen. Empty: now.`
  return 'Indian time. Empty: now. It appears when its time has come.'
}
