import type Sharp from 'sharp'

let loading: Promise<typeof Sharp> | undefined

/** The library is loaded with the first picture, and knows no more kinds than learners may send. */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}Buffer`),
    })
    return sharp
  })
  return loading
}

const DRAWINGS = { operation: ['VipsForeignLoadSvgBuffer'] }

/** Work under way that reads drawings. */
let drawing = 0

/** Lets drawings (SVG) be read while `work` runs: those of an operator, which have been checked, and none of learners. */
export async function withDrawings<T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> {
  const sharp = await loadSharp()
  drawing += 1
  sharp.unblock(DRAWINGS)
  try {
    return await work(sharp)
  } finally {
    drawing -= 1
    if (drawing === 0) sharp.block(DRAWINGS)
  }
}
