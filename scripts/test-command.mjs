// Arguments of `npm test`. Apart from its stages, which need what is installed first.

/** Names of the stages of scripts/test-stages.mjs, in the order in which they begin. */
export const stageNames = [
  'lint',
  'unused',
  'format',
  'types',
  'audit',
  'unit',
  'api',
  'build',
  'postgres',
  'process',
  'browser',
  'browsers',
]

/** @type {import('../src/lib/server/start-command.mjs').Command} */
export const testCommand = {
  name: 'npm test',
  about: ['Installs packages where that is needed, then runs all tests.', '', `Stages: ${stageNames.join(', ')}`],
  options: { only: { value: 'STAGE,…', listOf: stageNames, about: 'runs these stages alone' } },
}
