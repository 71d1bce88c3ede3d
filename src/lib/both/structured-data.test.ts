import { expect, it } from 'vitest'
import { previewImage } from './structured-data.ts'

it('drawings are no preview pictures', () => {
  expect(previewImage('/media/a.svg')).toBeUndefined()
  expect(previewImage('/media/a.png')).toBe('/media/a.png')
})
