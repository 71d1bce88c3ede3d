import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { validUntil } from '#features/purchases/purchases.rules.ts'
import { indianDate } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { typeCommand } from '../../../tests/support/api/command.ts'
import { seedCourse } from '../../../tests/support/scenes/catalogue-fixture.ts'
import { staff as staffCommand } from '../staff.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  // The command has the real clock.
  api.clock.set(Date.now())
})
afterAll(() => api.close())

const staff = (...args: string[]) => typeCommand(api.database, staffCommand, args)
const because = ['--reason', 'school scheme']

it('grants a course to the phones of a file, after a look at what would be done', async () => {
  const { id: courseId } = await seedCourse(api.services.db, { title: 'Polity' })
  const [asha, babu] = [(await api.learner()).user, (await api.learner()).user]
  const file = path.join(api.database.dataDir, 'phones.csv')
  const bulk = (...more: string[]) => staff('access', 'bulk', file, String(courseId), ...more, ...because)
  writeFileSync(file, `phone\n${asha.phone}\n${babu.phone}\n${asha.phone}\nx\n`)
  expect((await bulk()).out).toBe(
    [
      'LINE  PHONE       WHY NOT',
      `4     ${asha.phone}  Duplicate phone number (first on line 2)`,
      '5     x           Invalid phone number',
      '',
      '2 lines cannot be used: nothing can be done. Without them: 2 granted, 0 extended, 0 left as they are',
      '',
    ].join('\n'),
  )
  expect((await bulk('--apply')).err).toBe('2 lines cannot be used, the first is line 4. Nothing was done.\n')
  writeFileSync(file, `${asha.phone}\n+91 ${babu.phone}`)
  expect((await bulk('--days', '30')).out).toBe(
    'Nothing was done. With --apply: 2 granted, 0 extended, 0 left as they are\n',
  )
  expect((await bulk('--days', '30', '--apply')).out).toBe('Done: 2 granted, 0 extended, 0 left as they are\n')
  expect((await bulk('--existing', 'extend', '--days', '5', '--apply')).out).toContain('0 granted, 2 extended')
  expect((await staff('learner', 'show', asha.phone)).out).toContain(indianDate(validUntil(Date.now(), 35)))
  expect((await staff('log')).out).toContain(`: access granted to many, course ${courseId}, of 2 learners`)
  expect((await bulk('--existing', 'maybe')).code).toBe(2)
  expect((await staff('access', 'bulk', '/nowhere.csv', String(courseId), ...because)).code).toBe(2)
})

it('moves access to another course', async () => {
  const from = await seedCourse(api.services.db, { title: 'Old' })
  const to = await seedCourse(api.services.db, { title: 'New' })
  const { user } = await api.learner({ name: 'Asha' })
  await staff('access', 'grant', user.phone, String(from.id), '--days', '20', ...because)
  const { out } = await staff('access', 'move', user.phone, String(from.id), String(to.id), ...because)
  const until = indianDate(validUntil(Date.now(), 20))
  expect(out).toBe(`Asha (+91 ${user.phone}) has course ${to.id} until ${until}, and course ${from.id} no more\n`)
})
