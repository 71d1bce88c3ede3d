import { LARGEST_IMAGE } from './calls/endpoint.ts'

/** What somebody reads whose file has no content. */
export const EMPTY_FILE = 'This file is empty. Please choose another.'

/** What somebody reads whose picture is larger than LARGEST_IMAGE. */
export const LARGE_IMAGE = `This picture is larger than ${fileSize(LARGEST_IMAGE)}. Please choose a smaller one.`

/** A number of bytes for readers: `512 B`, `12 kB`, `3.2 MB`. Units of 1024, rounded; megabytes with a decimal unless it is 0. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = Math.round(bytes / 1024)
  return kilobytes < 1024 ? `${kilobytes} kB` : `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`
}

/** What is wrong with a chosen file before it is sent; undefined when nothing is. @param most bytes */
export function fileProblem({ size }: { size: number }, most: number, tooLarge: string): string | undefined {
  if (size === 0) return EMPTY_FILE
  return size > most ? tooLarge : undefined
}

/** The same of a picture. */
export const pictureProblem = (file: { size: number }) => fileProblem(file, LARGEST_IMAGE, LARGE_IMAGE)
