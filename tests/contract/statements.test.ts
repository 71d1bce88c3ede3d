import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApi, type TestApi } from '../support/api/api.ts'
import { textOfMostRun } from './statements/most-run.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

test('the statements that run most are those that were reviewed (npm run sql)', async () => {
  await expect(await textOfMostRun(api)).toMatchFileSnapshot(`statements/${api.services.engine}.sql`)
})
