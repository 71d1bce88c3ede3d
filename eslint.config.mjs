// @ts-check
import astro from 'eslint-plugin-astro'
import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/**
 * Which features a feature may use: its server their server functions, its browser files their stores and components,
 * its contracts their schemas. Every feature may use those under `everyone`. Keep it short and without circles.
 * @type {Record<string, string[]>}
 */
const uses = {
  everyone: ['auth'],
  auth: [],
  catalogue: [],
  exams: ['catalogue'],
  notifications: [],
  discussions: ['catalogue', 'notifications'],
  quizzes: ['exams'],
  workouts: ['catalogue', 'exams'],
  course: ['catalogue', 'exams', 'quizzes', 'discussions', 'workouts'],
  purchases: ['catalogue', 'course', 'notifications', 'profile'],
  support: ['catalogue', 'notifications'],
  'live-classes': ['catalogue', 'notifications'],
  news: [],
  webinars: ['notifications'],
  practice: ['course', 'exams', 'quizzes'],
  profile: [],
  dashboard: ['catalogue', 'exams', 'live-classes', 'news', 'notifications'],
}

/** How not to take what comes from outside. */
const untrusted = [
  {
    selector: "TSAsExpression > :matches(CallExpression, AwaitExpression) [property.name='json']",
    message: 'A reply is looked at (a schema, or src/lib/told.ts in browsers) before it has a type.',
  },
  {
    selector: "TSAsExpression CallExpression[callee.object.name='JSON'][callee.property.name='parse']",
    message: 'JSON is looked at (src/lib/stored.ts, or src/lib/told.ts in browsers) before it has a type.',
  },
  {
    selector: "MemberExpression[object.name='z'][property.name='coerce']",
    message: 'Makes numbers of true, [5] and blanks: use whole(), decimal() and digits() of src/lib/fields.ts.',
  },
]

/** Every file of src has one place, and the place decides what it may import. The first pattern that fits counts. */
const places = [
  { category: 'test', pattern: 'src/**/*.test.{ts,tsx}' },
  { category: 'contract', pattern: 'src/features/*/**/*.contract.ts', capture: ['feature'] },
  { category: 'rules', pattern: 'src/features/*/**/*.rules.ts', capture: ['feature'] },
  { category: 'tables', pattern: 'src/features/*/*.tables.ts', capture: ['feature'] },
  { category: 'routes', pattern: 'src/features/*/*.routes.ts', capture: ['feature'] },
  {
    category: 'server',
    pattern: ['src/features/*/*.server.ts', 'src/features/*/server/**/*.ts'],
    capture: ['feature'],
  },
  {
    category: 'browser',
    pattern: ['src/features/*/{*.store,*.browser,guard}.ts', 'src/features/*/ui/**/*'],
    capture: ['feature'],
  },
  { category: 'lib', pattern: 'src/lib/**/*' },
  { category: 'ui', pattern: 'src/ui/**/*' },
  { category: 'content', pattern: 'src/db/content/**/*' },
  { category: 'data', pattern: 'src/db/data/**/*' },
  { category: 'db', pattern: 'src/db/**/*' },
  { category: 'providers', pattern: 'src/providers/**/*' },
  { category: 'ops', pattern: 'src/ops/**/*' },
  { category: 'api', pattern: 'src/api/**/*' },
  { category: 'staff', pattern: 'src/staff/**/*' },
  // The script inside a page or a layout runs in the browser; the linter sees it as a file below the page.
  { category: 'script', pattern: 'src/{layouts,pages}/**/*.astro/*' },
  { category: 'layout', pattern: 'src/layouts/**/*' },
  { category: 'page', pattern: 'src/pages/**/*' },
  { category: 'styles', pattern: 'src/styles/**/*' },
  { category: 'entry', pattern: ['src/*.ts', 'src/server/*.ts'] },
]

/** Places that end up in a browser. */
const inBrowser = ['contract', 'rules', 'browser', 'ui', 'script']

/** Packages that have no business in a browser. */
const serverPackages = [
  'hono',
  '@hono/*',
  'kysely',
  'pg',
  'pino',
  'sirv',
  'sanitize-html',
  'markdown-it',
  'yaml',
  'minisearch',
  'sharp',
  'culori',
  'aws4fetch',
  'web-push',
  'prom-client',
  '@opentelemetry/*',
]

/** @param {string[]} from @param {string[]} to */
const may = (from, to) => ({
  from: { file: { categories: { anyOf: from } } },
  allow: { to: { file: { categories: { anyOf: to } } } },
})

/** Within a feature. @param {string[]} from @param {string[]} to */
const mayWithin = (from, to) => ({
  from: { file: { categories: { anyOf: from } } },
  allow: {
    to: { file: { categories: { anyOf: to }, captured: { feature: '{{ from.file.captured.feature }}' } } },
  },
})

/** Along the list above. @param {string[]} from @param {string[]} to */
const mayAlongList = (from, to) =>
  Object.entries(uses).map(([feature, used]) => ({
    from: { file: { categories: { anyOf: from }, captured: { feature: feature === 'everyone' ? '*' : feature } } },
    allow: { to: { file: { categories: { anyOf: to }, captured: used.map((name) => ({ feature: name })) } } },
  }))

const importRules = [
  { allow: { to: { module: { origin: ['external', 'core'] } } } },
  {
    from: { file: { categories: { anyOf: inBrowser } } },
    disallow: { to: { module: { origin: 'core' } } },
    message: 'This runs in a browser, which has no {{ dependency.source }}',
  },
  {
    from: { file: { categories: { anyOf: inBrowser } } },
    disallow: { to: { module: { origin: 'external', source: serverPackages } } },
    message: 'This runs in a browser; {{ dependency.source }} belongs on the server',
  },
  may(['lib'], ['lib']),
  may(['ui'], ['lib', 'ui']),
  may(['contract', 'rules', 'tables', 'routes', 'server', 'browser'], ['lib']),
  mayWithin(['contract', 'rules', 'tables'], ['contract', 'rules']),
  mayWithin(['routes'], ['contract', 'server']),
  mayWithin(['server'], ['contract', 'rules', 'tables', 'server']),
  mayWithin(['browser'], ['contract', 'rules', 'browser']),
  ...mayAlongList(['contract', 'rules'], ['contract', 'rules']),
  ...mayAlongList(['server'], ['contract', 'rules', 'server']),
  ...mayAlongList(['browser'], ['contract', 'rules', 'browser']),
  may(['browser'], ['ui', 'styles']),
  may(['routes'], ['api']),
  may(['server'], ['api', 'db', 'providers', 'ops']),
  may(['db'], ['lib', 'db', 'tables']),
  may(['content'], ['lib', 'db', 'content', 'api', 'providers', 'contract', 'rules', 'tables']),
  may(['data'], ['lib', 'db', 'data', 'api', 'providers']),
  may(['providers'], ['lib', 'db', 'api', 'providers']),
  may(['ops'], ['lib', 'ops', 'api', 'db']),
  may(['api'], ['lib', 'api', 'ops', 'db', 'content', 'providers', 'contract', 'tables', 'routes', 'server']),
  may(['staff'], ['lib', 'staff', 'api', 'db', 'providers', 'contract', 'rules', 'server']),
  may(['script'], ['lib', 'ui', 'contract', 'rules', 'browser', 'layout']),
  may(['layout'], ['lib', 'ui', 'styles', 'contract', 'rules', 'browser', 'layout', 'api']),
  may(['page'], ['lib', 'ui', 'styles', 'contract', 'rules', 'browser', 'layout', 'server', 'api']),
  may(['entry'], ['lib', 'api', 'ops', 'db', 'browser', 'layout', 'entry']),
]

export default defineConfig([
  globalIgnores([
    'dist/',
    '.astro/',
    '.data/',
    '.cache/',
    'test-results/',
    'playwright-report/',
    'src/content/',
    'tests/client/types.d.ts',
  ]),
  tseslint.configs.recommended,
  astro.configs['flat/recommended'],
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.astro/*'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, attributes: false } },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
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
            "see 'Who may import whom' in ARCHITECTURE.md and the lists in eslint.config.mjs",
          checkAllOrigins: true,
          checkUnknownLocals: true,
          checkInternals: true,
          policies: importRules,
        },
      ],
    },
  },
  { files: ['src/**/*.test.{ts,tsx}'], rules: { 'boundaries/dependencies': 'off' } },
  // What comes from outside (storage, network, columns of JSON) is looked at before it has a type.
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.astro/*', '**/*.test.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
      'no-restricted-syntax': ['error', ...untrusted],
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
  // One form of dates, in Indian time whatever the browser's zone.
  {
    files: ['src/**/*'],
    ignores: ['src/lib/clock.ts', '**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...[
          { property: 'toLocaleDateString' },
          { property: 'toLocaleTimeString' },
          { object: 'Intl', property: 'DateTimeFormat' },
        ].map((restricted) => ({
          ...restricted,
          message: 'Dates are written by src/lib/clock.ts: namedMoment() and its neighbours.',
        })),
      ],
    },
  },
  // Migrations know no table types: each describes the data as they were at its time.
  {
    files: ['src/db/{columns,migrate}.ts', 'src/db/migrations/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['src/**/*'],
    // These speak to the person who started them.
    ignores: ['src/server.ts', 'src/server/*.ts', 'src/**/cli.ts', 'src/providers/codes/choose.ts'],
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
