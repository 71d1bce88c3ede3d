import { renderWritten } from '#core/content/written-text.ts'
import type { StaffContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { previewText as contract } from '../authoring.contract.ts'

/** @throws invalid naming `text`, with the line of the first mistake */
export async function previewText(
  ctx: StaffContext,
  { body: { text, short, media } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const before = { media: Object.fromEntries(media.map(({ path, address }) => [path, address])) }
  const { html, warnings } = await renderWritten(ctx, { field: 'text', name: 'text', text, before, breaks: short })
  return { html, warnings }
}
