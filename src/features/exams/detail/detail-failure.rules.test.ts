import { expect, it } from 'vitest'
import { ApiError } from '#lib/both/calls/errors.ts'
import { detailFailure } from './detail-failure.rules.ts'

it('an exam that is not there is not asked for again; one that could not be fetched may be', () => {
  expect(detailFailure(new ApiError(404, ''))).toMatchObject({ message: 'No exam data found.', retry: false })
  expect(detailFailure(new ApiError(500, ''))).toMatchObject({ message: 'Failed to fetch exam details.', retry: true })
  const away = { message: 'Something went wrong while fetching the exam.', retry: true }
  expect(detailFailure(new TypeError('Failed to fetch'))).toMatchObject(away)
})

it('an exam that is not for this learner says what the server says', () => {
  const refused = new ApiError(403, 'Buy it first.', { code: 'not_entitled' })
  expect(detailFailure(refused)).toEqual({ name: 'failed', message: 'Buy it first.', retry: false })
})
