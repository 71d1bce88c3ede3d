import { expect, it } from 'vitest'
import { LARGEST_IMAGE } from './calls/endpoint.ts'
import { EMPTY_FILE, fileProblem, fileSize, LARGE_IMAGE, pictureProblem } from './files.ts'

it.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 kB'],
  [12_300, '12 kB'],
  [1024 * 1024 - 600, '1023 kB'],
  [1024 * 1024 - 1, '1 MB'],
  [1024 * 1024 * 3.25, '3.3 MB'],
  [LARGEST_IMAGE, '10 MB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(fileSize(bytes)).toBe(shown)
})

it('a file without content is refused, and so is one that is too large', () => {
  expect(LARGE_IMAGE).toBe('This picture is larger than 10 MB. Please choose a smaller one.')
  const problems = [0, 1, LARGEST_IMAGE, LARGEST_IMAGE + 1].map((size) => pictureProblem({ size }))
  expect(problems).toEqual([EMPTY_FILE, undefined, undefined, LARGE_IMAGE])
  expect(fileProblem({ size: 3 }, 2, 'Too large')).toBe('Too large')
})
