import { globSync } from 'node:fs'

/** What is mutated together, and the tests that are to notice. */
export interface Group {
  mutate: string[]
  tests: string[]
  /** The tests ask the composed API, on SQLite. */
  onDatabase?: boolean
}

const exams = 'src/features/exams'
const codes = 'src/features/auth/server'
const payments = 'src/features/purchases/server/payments'

/** Of each feature its rules, with the unit tests beside them. Those of questions are a list of words that types know. */
const rules = Map.groupBy(
  globSync('src/features/**/*.rules.ts')
    .filter((file) => !file.endsWith('questions.rules.ts'))
    .sort(),
  (file) => file.split('/')[2]!,
)

export const groups: Record<string, Group> = {
  ...Object.fromEntries(
    [...rules].map(([feature, mutate]) => [
      feature,
      { mutate, tests: [`src/features/${feature}/{,*/,*/*/}*.{rules,store,browser}.test.ts`] },
    ]),
  ),
  'attempt-store': {
    mutate: [`${exams}/take/answers/attempt.store.ts`],
    tests: [`${exams}/take/answers/*.test.ts`],
  },
  'save-answer': {
    mutate: [`${exams}/take/server/save-answer.ts`],
    tests: ['save-answer', 'attempt-writer'].map((name) => `${exams}/take/server/${name}.test.ts`),
    onDatabase: true,
  },
  finalise: {
    mutate: [`${exams}/server/finalise.ts`],
    tests: [
      ...['server/golden', 'server/sweep', 'server/give-back', 'result/server/standing'],
      ...['take/server/submit-exam', 'take/server/attempt-writer'],
    ].map((name) => `${exams}/${name}.test.ts`),
    onDatabase: true,
  },
  settle: {
    mutate: [`${payments}/settle.ts`],
    tests: ['settled-record', 'settle'].map((name) => `${payments}/${name}.test.ts`),
    onDatabase: true,
  },
  'code-limits': {
    mutate: [`${codes}/codes/code-limits.ts`],
    tests: [
      ...['codes/code-limits', 'codes/codes', 'codes/guessing', 'codes/send-limits', 'ways/brake', 'ways/lock-out'].map(
        (name) => `${codes}/${name}.test.ts`,
      ),
      'tests/contract/code/security-document.test.ts',
    ],
    onDatabase: true,
  },
}
