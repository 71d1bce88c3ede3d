import { Html } from '#features/questions/ui/Html.tsx'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import type { StorePicture } from '#ui/staff/forms/form-values.ts'
import { previewText, storePicture } from '../authoring.contract.ts'
import type { PictureShape } from '../../authoring.rules.ts'

/** What fields of a form need whose values are content: `{ name, label, ...pictureField('wide') }`. */

/** A picture that is cut to a shape. */
export function pictureField(shape: 'wide' | 'tall') {
  return { kind: 'picture', shape, store: storing(shape) } as const
}

/**
 * A text in Markdown.
 * @param how `short`: its line breaks stay. `media`: files that it named when it was read, by the paths that it has for them
 */
export function markdownField({ short = false, media = {} }: { short?: boolean; media?: Record<string, string> } = {}) {
  const known = Object.entries(media).map(([path, address]) => ({ path, address }))
  return {
    kind: 'markdown',
    look: {
      preview: (text: string) => staffCall(previewText, { body: { text, short, media: known } }),
      show: (html: string) => <Html html={html} />,
    },
    store: storing('text'),
  } as const
}

const storing =
  (shape: PictureShape): StorePicture =>
  async (picture) =>
    (await staffCall(storePicture, { body: { picture, shape } })).address
