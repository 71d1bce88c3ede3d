import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { candidateOf, type Candidate } from '../../../../tests/support/scenes/candidate.ts'
import { typeCommand } from '../../../../tests/support/api/command.ts'
import type { SeededExam } from '../../../../tests/support/scenes/exam-fixture.ts'
import { sentBy } from '../../../../tests/support/api/statements.ts'
import { edited, PACK_READ, packImporter, smallPack, writePack } from '../../../../tests/support/packs/pack.ts'
import { practiserOf, type Practiser } from '../../../../tests/support/scenes/practice.ts'
import { content } from '../../content.ts'
import { importPack } from '../import-pack.ts'
import { readPack } from '../../read/read-pack.ts'

const all = 'questions/all.yaml'
const files = edited(smallPack(), all, "options: ['$1$', '$2$', '$\\frac{1}{4}$']", 'options: [one, two, three]')
/** The right option of q-one becomes B. */
const changed = edited(files, all, 'answer: A', 'answer: B')

let api: TestApi
let importFiles: ReturnType<typeof packImporter>
beforeEach(async () => {
  api = await testApi()
  api.clock.set(PACK_READ + HOUR)
  const importer = packImporter(api.database)
  importFiles = async (...given) => {
    // A server looks for new content once in a while.
    api.clock.advance(MINUTE)
    return importer(...given)
  }
  await importFiles(files)
})
afterEach(() => api.close())

const idsOf = async (table: 'questions' | 'exams') =>
  Object.fromEntries(
    (await api.services.db.selectFrom(table).select(['key', 'id']).execute()).map(({ key, id }) => [key, id]),
  ) as Record<string, number>

async function optionsOf(key: string): Promise<number[]> {
  const rows = await api.services.db
    .selectFrom('question_options')
    .innerJoin('questions', 'questions.id', 'question_options.question_id')
    .where('questions.key', '=', key)
    .select('question_options.id')
    .orderBy('question_options.position')
    .execute()
  return rows.map(({ id }) => id)
}

/** A new learner who is in the mock test, and has answered q-one with the option at a position. */
async function inTheMock(position: number): Promise<{ candidate: Candidate; practice: Practiser; resultId: number }> {
  const { token } = await api.learner()
  const candidate = candidateOf(api, { id: (await idsOf('exams')).mock! } as SeededExam, token)
  const { body } = await candidate.start()
  await candidate.answer({ qid: (await idsOf('questions'))['q-one']! }, (await optionsOf('q-one'))[position]!)
  return { candidate, practice: practiserOf(api, token), resultId: body.data.open_attempt!.id }
}

async function finished(position: number) {
  const sat = await inTheMock(position)
  await sat.candidate.submit()
  return sat
}

/** What every page says of q-one and of the marks. */
async function told({ candidate, resultId }: Awaited<ReturnType<typeof inTheMock>>) {
  const { data } = (await candidate.result(resultId)).body
  const question = data.exam_questions[0]!
  const options = question.question.answer_option
  const sheet = (await candidate.sheet(resultId)).body.data.questions[0]!
  const insights = (await candidate.insights(resultId)).body.data
  return {
    grade: data.user_grade,
    counts: [data.correct_answer_count, data.incorrect_answer_count],
    section: (await candidate.sections(resultId)).body.data[0]!.correct_count,
    right: options.flatMap(({ isAnswer }, at) => (isAnswer === 'Y' ? [at] : [])),
    correct: question.correct,
    corrected: question.corrected?.map((id) => options.findIndex((option) => option.id === id)) ?? null,
    sheet: [sheet.right, sheet.corrected, sheet.outcome, sheet.marks],
    paced: insights.questions[0]!.outcome,
    progress: insights.attempts.at(-1)!.sections[0]!.correct_count,
  }
}

const byTheOld = {
  ...{ grade: 1, counts: [1, 0], section: 1, right: [0], correct: true, paced: 'correct', progress: 1 },
  ...{ corrected: [1], sheet: [[0], [1], 'correct', 1] },
}
const byTheNew = { ...byTheOld, right: [1], corrected: null, sheet: [[1], null, 'correct', 1] }
const missed = { grade: -0.33, counts: [0, 1], section: 0, correct: false, paced: 'incorrect', progress: 0 }

const refusal =
  `${all}:1 the right option of 'q-one' changes, but 2 finished attempts were marked by the old one (exam mock: 2): ` +
  'with --keep-results they keep it, and attempts that start from then on are marked by the new one'

describe('an answer by which attempts were marked', () => {
  it('is not changed by an import, which names file, question, exams and number of attempts', async () => {
    const [first] = [await finished(0), await finished(1)]
    const before = await told(first)
    await expect(importFiles(changed)).rejects.toThrow(refusal)
    expect(await told(first)).toEqual(before)
    // Neither is it by options that change places, or words, with the letter as it was.
    const swapped = edited(files, all, 'options: [one, two, three]', 'options: [two, one, three]')
    await expect(importFiles(swapped)).rejects.toThrow(refusal)
  })

  it('stays theirs with --keep-results, on every page, and later attempts are marked by the new one', async () => {
    const [right, wrong, running] = [await finished(0), await finished(1), await inTheMock(0)]
    const { keptAnswers } = await importFiles(changed, false, true)
    expect(keptAnswers).toEqual([
      `${all}:1 2 finished attempts that were marked by the old right option of 'q-one' keep it (exam mock: 2)`,
    ])
    expect(await told(right)).toEqual(byTheOld)
    expect(await told(wrong)).toMatchObject({ ...missed, right: [0], corrected: [1] })
    // Whoever sits with them is marked as they are.
    await running.candidate.submit()
    expect(await told(running)).toEqual(byTheOld)
    expect((await running.candidate.result(running.resultId)).body.data.standing.candidates).toBe(3)

    const [newRight, newWrong] = [await finished(1), await finished(0)]
    expect(await told(newRight)).toEqual(byTheNew)
    expect(await told(newWrong)).toMatchObject({ ...missed, right: [1], corrected: null })
    // Marks by different answers do not compare.
    expect((await newRight.candidate.result(newRight.resultId)).body.data.standing.candidates).toBe(2)

    // The same again changes nothing; and what changes once more concerns those alone who were marked meanwhile.
    expect((await importFiles(changed)).questions.changed.size).toBe(0)
    await expect(importFiles(files)).rejects.toThrow('2 finished attempts were marked by the old one (exam mock: 2)')
    await importFiles(edited(files, all, 'answer: A', 'answer: C'), false, true)
    expect(await told(right)).toEqual({ ...byTheOld, corrected: [2], sheet: [[0], [2], 'correct', 1] })
    expect(await told(newRight)).toEqual({ ...byTheOld, right: [1], corrected: [2], sheet: [[1], [2], 'correct', 1] })
    await importFiles(files)
    expect(await told(right)).toEqual({ ...byTheOld, corrected: null, sheet: [[0], null, 'correct', 1] })
  })

  it('is the one by which the notebook tells mistakes, as the result does', async () => {
    const [right, wrong] = [await finished(0), await finished(1)]
    await importFiles(changed, false, true)
    const question = (await idsOf('questions'))['q-one']!
    const isMistake = async ({ practice }: typeof right) =>
      (await practice.session()).some(({ question_id }) => question_id === question)
    expect([await isMistake(right), await isMistake(wrong)]).toEqual([false, true])
  })

  it('may change while nobody is marked by it, and reaches those who sit the exam', async () => {
    const running = await inTheMock(1)
    await importFiles(changed)
    await running.candidate.submit()
    expect(await told(running)).toEqual(byTheNew)
  })

  it('is the one that results show, also of attempts that are handed in during an import', async () => {
    const sitting = await Promise.all(Array.from({ length: 6 }, () => inTheMock(0)))
    // Reading the pack takes longer than all of them.
    const pack = await readPack(writePack(changed), PACK_READ)
    const { services, database } = api
    const options = { files: folderStore(database), now: PACK_READ, learners: false }
    const [imported] = await Promise.allSettled([
      importPack(services.db, pack, options),
      ...sitting.map(({ candidate }) => candidate.submit()),
    ])
    const right = imported.status === 'rejected' ? 0 : 1
    for (const sat of sitting) {
      const expected = right === 0 ? { right: [0], correct: true, counts: [1, 0] } : { ...missed, right: [1] }
      expect(await told(sat)).toMatchObject(expected)
    }
  })

  it('keeps learners from starting and finishing for no longer than it must, and no change of others does', async () => {
    const spare = '- { key: spare, text: Which?, options: [this, that], answer: A, explanation: This. }\n'
    const more = edited(files, all, '- key: q-one', `${spare}- key: q-one`)
    await importFiles(more)
    const locksOf = async (given: typeof files) => {
      const sent = (await sentBy(api, () => importFiles(given))).map(({ sql }) => sql)
      const locks = sent.flatMap((sql, at) => (sql.startsWith('lock table attempts') ? [at] : []))
      return { locks, others: sent.findLastIndex((sql) => sql.includes('"blog_articles"')) }
    }
    const less = edited(more, all, 'answer: A, explanation: This', 'answer: B, explanation: This')
    expect((await locksOf(less)).locks).toEqual([])
    const { locks, others } = await locksOf(edited(less, all, 'answer: A', 'answer: B'))
    expect(locks).toHaveLength(api.services.engine === 'postgres' ? 1 : 0)
    for (const at of locks) expect(at).toBeGreaterThan(others)
  })

  it('may be reworded, and change its place with the letter', async () => {
    const sat = await finished(0)
    const moved = edited(edited(files, all, '[one, two, three]', '[two, one, three]'), all, 'answer: A', 'answer: B')
    expect((await importFiles(moved)).keptAnswers).toEqual([])
    expect(await told(sat)).toMatchObject({ ...byTheNew, grade: 1 })
  })

  it('cannot leave its question, whether or not anybody chose it', async () => {
    await finished(1)
    const gone = edited(files, all, 'options: [one, two, three]\n  answer: A', 'options: [three, two]\n  answer: B')
    for (const keep of [false, true])
      await expect(importFiles(gone, false, keep)).rejects.toThrow(
        `${all}:1 the option by which 1 finished attempt was marked (exam mock: 1) would go: give the changed question a new key`,
      )
    await importFiles(changed, false, true)
    await expect(importFiles(edited(gone, all, 'answer: B', 'answer: A'), false, true)).rejects.toThrow(
      `${all}:1 an option by which attempts were marked would go: give the changed question a new key`,
    )
  })

  it('leaves an exam that came back with a paper that is marked by the new one', async () => {
    const sat = await finished(0)
    const less = edited(files, 'exams/mock.yaml', 'questions: [q-one, q-two]', 'questions: [q-one]')
    await importFiles(less)
    await importFiles(edited(less, all, 'answer: A', 'answer: B'), false, true)
    await importFiles(changed)
    expect(await told(await finished(1))).toEqual(byTheNew)
    expect(await told(sat)).toEqual(byTheOld)
  })
})

describe('npm run content', () => {
  const type = (...args: string[]) => typeCommand(api.database, content, args)

  it('tells of such a change before it is imported, and lets it pass with --keep-results', async () => {
    await Promise.all([finished(0), finished(0)])
    const folder = writePack(changed)
    expect(await type('check', writePack(files))).toMatchObject({ code: 0, err: '' })
    for (const command of ['check', 'import'])
      expect(await type(command, folder)).toEqual({ code: 1, out: '', err: `${refusal}\n` })
    expect(await type('check', folder, '--keep-results')).toMatchObject({ code: 0, err: '' })
    const { code, out } = await type('import', folder, '--keep-results')
    expect(code).toBe(0)
    expect(out).toMatch(
      /\nquestions\/all.yaml:1 2 finished attempts that were marked by the old right option of 'q-one' keep it /,
    )
  })

  it('tells of options that learners chose, or that mark attempts, before an import would refuse to remove them', async () => {
    const refused = (what: string) => ({
      code: 1,
      out: '',
      err: `${all}:1 ${what} would go: give the changed question a new key\n`,
    })
    const less = edited(files, all, '[one, two, three]', '[one, three]')
    await inTheMock(1)
    for (const command of ['check', 'import'])
      expect(await type(command, writePack(less))).toEqual(refused('learners chose an option that'))
    await finished(2)
    expect(await type('import', writePack(changed), '--keep-results')).toMatchObject({ code: 0 })
    const gone = edited(files, all, '[one, two, three]', '[two, three]')
    for (const command of ['check', 'import'])
      expect(await type(command, writePack(gone))).toEqual(refused('an option by which attempts were marked'))
  })

  it('says of data of another version that results were not looked at', async () => {
    const folder = writePack(changed)
    await finished(0)
    const { db } = api.services
    await db.executeQuery(db.deleteFrom('kysely_migration' as 'meta').compile())
    expect(await type('check', folder)).toMatchObject({
      code: 0,
      err: 'The results of learners were not looked at: the data are not of this version\n',
    })
  })

  it('checks a pack where there are no data', async () => {
    const dataDir = `${api.database.dataDir}/none`
    const { code, err } = await typeCommand({ dataDir, databaseUrl: '' }, content, ['check', writePack(changed)])
    expect([code, err]).toEqual([0, ''])
  })
})
