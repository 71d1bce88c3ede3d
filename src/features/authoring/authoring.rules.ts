/** Characters of a text in Markdown, in a pack and in the console. */
export const MOST_MARKDOWN = 50_000

/** How a picture is cut: for cards and pages, for a phone's screen, for within a text. */
export const pictureShapes = ['wide', 'tall', 'text'] as const
export type PictureShape = (typeof pictureShapes)[number]

/** Pixels that a picture must be wide at least; below, its sides can no longer be in their ratio. */
export const LEAST_WIDTH: Record<PictureShape, number> = { wide: 320, tall: 240, text: 1 }
