// @ts-check
import astro from 'eslint-plugin-astro'
import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
// @ts-expect-error The package has no types.
import redos from 'eslint-plugin-redos'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { importRules, places } from './scripts/import-rules.mjs'

/** How not to take what comes from outside. */
const untrusted = [
  {
    selector: "TSAsExpression > :matches(CallExpression, AwaitExpression) [property.name='json']",
    message: 'A reply is looked at (a schema, or src/lib/both/told.ts in browsers) before it has a type.',
  },
  {
    selector: "TSAsExpression CallExpression[callee.object.name='JSON'][callee.property.name='parse']",
    message: 'JSON is looked at (src/lib/server/stored.ts, or src/lib/both/told.ts in browsers) before it has a type.',
  },
  {
    selector: "MemberExpression[object.name='z'][property.name='coerce']",
    message:
      'Makes numbers of true, [5] and blanks: use whole(), decimal() and digits() of src/lib/both/calls/fields.ts.',
  },
]

/** How not to load what a screen shows (docs/decisions/0052-one-way-to-load.md). */
const byHand = {
  selector: 'CallExpression[callee.name=/^use(Layout)?Effect$/] CallExpression[callee.name=/^call(IfChanged)?$/]',
  message: 'What an island shows of a call goes through loading() and useLoaded().',
}

export default defineConfig([
  globalIgnores([
    'dist',
    '.astro/',
    '.data/',
    '.cache/',
    'test-results/',
    'playwright-report/',
    'src/content/demo/',
    'tests/client/types.d.ts',
  ]),
  tseslint.configs.recommended,
  astro.configs['flat/recommended'],
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  { files: ['src/**/*.tsx'], ...reactHooks.configs.flat['recommended-latest'] },
  // An island is first drawn as the server drew it; what only the browser knows comes in an effect after that.
  { files: ['src/**/*.tsx'], rules: { 'react-hooks/set-state-in-effect': 'off', 'react-hooks/use-memo': 'off' } },
  {
    files: ['src/**/*.{ts,tsx,astro}'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { './scripts/import-resolver.mjs': { project: import.meta.dirname } },
      'boundaries/root-path': import.meta.dirname,
      'boundaries/include': ['src/**/*'],
      'boundaries/files': places,
      'boundaries/files-single-match': true,
      'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export', 'require'],
      'boundaries/legacy-templates': false,
    },
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          message:
            "'{{ from.file.categories }}' may not import '{{ dependency.source }}' ({{ to.file.categories }}): " +
            "see 'Who may import whom' in ARCHITECTURE.md and the lists in scripts/import-rules.mjs",
          checkAllOrigins: true,
          checkUnknownLocals: true,
          checkInternals: true,
          policies: importRules,
        },
      ],
    },
  },
  { files: ['src/**/*.test.{ts,tsx}'], rules: { 'boundaries/dependencies': 'off' } },
  // Regular expressions take linear time, so that no input can stop the server or a browser. The check takes up to a second
  // an expression; verdicts are cached in node_modules/.cache. tests/contract/code/regular-expressions.test.ts checks
  // those that are built at run time. A proof that runs out of time on a busy machine is replaced by a guess, which
  // refuses harmless expressions: the proof has five minutes.
  {
    files: ['src/**/*'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { redos },
    rules: {
      'redos/no-vulnerable': ['error', { ignoreErrors: false, timeout: 300_000, cache: { strategy: 'aggressive' } }],
    },
  },
  // What comes from outside (storage, network, columns of JSON) is looked at before it has a type.
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.astro/*', '**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...untrusted, byHand],
    },
  },
  // Code that the network loses can be asked for again (docs/decisions/0051-lost-scripts.md).
  {
    files: ['src/**/*.tsx', 'src/**/*.{browser,store}.ts', 'src/layouts/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...untrusted,
        byHand,
        {
          selector:
            ':matches(:not(ArrowFunctionExpression, MemberExpression) > ImportExpression, CallExpression[arguments.length=1] > MemberExpression > ImportExpression)',
          message: 'An import that failed once fails for the life of a page: use Later or retryable().',
        },
        {
          selector: 'CallExpression[callee.name="lazy"] > ArrowFunctionExpression > ImportExpression',
          message: 'Code that does not come takes the island with it: use Later, or say what stands in its place.',
        },
      ],
    },
  },
  // Calls go through one client, which knows who is logged in and what ends that.
  {
    files: ['src/{ui,layouts,features,pages}/**/*'],
    ignores: [
      'src/features/*/**/server/**/*',
      '**/*.test.{ts,tsx}',
      // The text of a page that stands alone: it asks whether the one in whose place it is can be had again.
      'src/layouts/away/away-page.ts',
      // These take pages, scripts and pictures of the site as they are, to keep them.
      'src/features/exams/offline/keep-offline.browser.ts',
      'src/features/exams/result/ui/sheet/sheet-download.browser.ts',
    ],
    languageOptions: { globals: { window: 'readonly', self: 'readonly' } },
    rules: {
      'no-restricted-globals': [
        'error',
        {
          globals: ['fetch', 'XMLHttpRequest'].map((name) => ({
            name,
            message: 'Calls go through src/lib/browser/call: call(), callIfChanged(), upload().',
          })),
          checkGlobalObject: true,
        },
      ],
    },
  },
  // One form of dates and one arithmetic, in Indian time whatever the machine's zone (docs/decisions/0053-dates.md).
  {
    files: ['src/**/*'],
    ignores: ['src/lib/both/time/{clock,days}.ts', '**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...[
          { property: 'toLocaleDateString' },
          { property: 'toLocaleTimeString' },
          { object: 'Intl', property: 'DateTimeFormat' },
        ].map((restricted) => ({
          ...restricted,
          message: 'Dates are written by src/lib/both/time/clock.ts: namedMoment() and its neighbours.',
        })),
        ...[
          { object: 'Date', property: 'UTC' },
          ...['FullYear', 'Month', 'Date', 'Day', 'Hours'].flatMap((part) =>
            ['get', 'getUTC', 'set', 'setUTC'].map((verb) => ({ property: `${verb}${part}` })),
          ),
          { property: 'toISOString' },
        ].map((restricted) => ({
          ...restricted,
          message: 'Dates are counted by src/lib/both/time: clock.ts for instants, days.ts for days and months.',
        })),
      ],
    },
  },
  // Migrations know no table types: each describes the data as they were at its time.
  {
    files: ['src/db/columns.ts', 'src/db/migrat*/*.ts', 'tests/faults/update/*-release/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['src/**/*'],
    ignores: [
      // These speak to the person who started them.
      ...['src/server.ts', 'src/server/*.ts', 'src/**/cli.ts', 'src/lib/server/start-command.mjs'],
      // The console is where the specification wants silent failures.
      'src/lib/browser/call/quiet.ts',
    ],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'tests/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[property.name=/^(only|skip|todo|fixme|skipIf|runIf|fails)$/][object.name=/^(test|it|describe|suite)$/]',
          message: 'Every test runs, always.',
        },
      ],
    },
  },
])
