// @ts-check
// Who may import whom, for the linter (eslint.config.mjs) and the tests.

/**
 * The floors of the house, lowest first: each may use what stands below it (ARCHITECTURE.md). What may not be used in spite of
 * that is said where it is decided: by where code runs, and by which feature it belongs to.
 */
export const floors = [
  'lib',
  'ui',
  'db',
  'providers',
  'core',
  'features',
  'content',
  'backup',
  'staff',
  'http',
  'pages',
  'server',
]

/**
 * Which features a feature may use: its server their server functions, its browser files their stores and components,
 * its contracts their schemas. Every feature may use those under `everyone`. Keep it short and without circles;
 * tests/contract/code/import-rules.test.ts fails on a use that nobody makes.
 * @type {Record<string, string[]>}
 */
export const uses = {
  everyone: ['auth'],
  authoring: ['questions'],
  news: ['authoring'],
  questions: [],
  catalogue: [],
  exams: ['catalogue', 'questions'],
  notifications: ['authoring', 'catalogue'],
  discussions: ['catalogue', 'notifications'],
  quizzes: ['exams', 'questions'],
  workouts: ['authoring', 'catalogue', 'questions'],
  course: ['catalogue', 'exams', 'questions', 'quizzes', 'discussions', 'workouts'],
  profile: ['discussions'],
  purchases: ['catalogue', 'course', 'notifications'],
  staff: ['catalogue', 'course', 'discussions', 'exams', 'notifications', 'profile', 'purchases', 'support'],
  support: ['notifications'],
  'live-classes': ['catalogue', 'notifications'],
  webinars: ['notifications'],
  practice: ['course', 'exams', 'questions', 'quizzes'],
  dashboard: ['authoring', 'catalogue', 'exams', 'live-classes'],
}

/** Every file of src has one place, and the place decides what it may import. The first pattern that fits counts. */
export const places = [
  { category: 'test', pattern: 'src/**/*.test.{ts,tsx}' },
  { category: 'contract', pattern: 'src/features/*/**/*.contract.ts', capture: ['feature'] },
  { category: 'rules', pattern: 'src/features/*/**/*.rules.ts', capture: ['feature'] },
  { category: 'tables', pattern: 'src/features/*/*.tables.ts', capture: ['feature'] },
  { category: 'routes', pattern: 'src/features/*/*.routes.ts', capture: ['feature'] },
  { category: 'feature-server', pattern: 'src/features/*/**/server/**/*.ts', capture: ['feature'] },
  {
    category: 'feature-browser',
    pattern: [
      'src/features/*/**/{*.store,*.browser,guard}.ts',
      'src/features/*/**/*.{tsx,astro}',
      'src/features/*/**/ui/**/*',
    ],
    capture: ['feature'],
  },
  { category: 'lib-both', pattern: 'src/lib/both/**/*' },
  { category: 'lib-server', pattern: 'src/lib/server/**/*' },
  { category: 'lib-browser', pattern: 'src/lib/browser/**/*' },
  { category: 'styles', pattern: 'src/styles/**/*' },
  { category: 'ui', pattern: 'src/ui/**/*' },
  { category: 'db', pattern: 'src/db/**/*' },
  { category: 'providers', pattern: 'src/providers/**/*' },
  { category: 'core', pattern: 'src/core/**/*' },
  { category: 'content', pattern: 'src/content/**/*' },
  { category: 'backup', pattern: 'src/backup/**/*' },
  { category: 'staff', pattern: 'src/staff/**/*' },
  { category: 'http', pattern: ['src/http/**/*', 'src/{fetch,middleware}.ts'] },
  // The script inside a page or a layout runs in the browser; the linter sees it as a file below the page.
  { category: 'script', pattern: 'src/{layouts,pages}/**/*.astro/*' },
  { category: 'layout', pattern: 'src/layouts/**/*' },
  { category: 'page', pattern: 'src/pages/**/*' },
  { category: 'server', pattern: ['src/server/**/*', 'src/{server,env.d}.ts'] },
]

/** What stands on a floor, where that is more than the one place of its name. */
const rooms = {
  lib: ['lib-both', 'lib-server', 'styles'],
  features: ['contract', 'rules', 'tables', 'routes', 'feature-server'],
  pages: ['layout', 'page'],
}

/** Places that end up in a browser. */
export const inBrowser = ['contract', 'rules', 'feature-browser', 'lib-both', 'lib-browser', 'ui', 'script']

/** Packages that have no business in a browser. */
export const serverPackages = [
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
  'otplib',
  '@simplewebauthn/server',
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

/** The places of a floor. @param {string} floor @returns {string[]} */
export const placesOf = (floor) => rooms[/** @type {keyof typeof rooms} */ (floor)] ?? [floor]

/** A floor and all below it, for code that runs on the server. @param {string} floor */
const fromFloor = (floor) =>
  may(
    placesOf(floor).filter(
      (place) => !['contract', 'rules', 'tables', 'routes', 'feature-server', 'styles'].includes(place),
    ),
    floors.slice(0, floors.indexOf(floor) + 1).flatMap(placesOf),
  )

/** Imports from a lower floor of a higher one, each with its reason. tests/contract/code/import-rules.test.ts counts them. */
export const upwardArrows = [
  // The policy of a page names the hashes of the scripts in its head, which the layouts write.
  { from: 'src/middleware.ts', to: 'src/layouts/head/csp.ts' },
]

/** The rules, for `boundaries/dependencies`. */
export const importRules = [
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
  may(['lib-both'], ['lib-both']),
  may(['lib-server'], ['lib-both', 'lib-server']),
  may(['lib-browser'], ['lib-both', 'lib-browser']),
  may(['styles'], ['styles']),
  may(['ui'], ['lib-both', 'lib-browser', 'styles', 'ui']),
  ...['db', 'providers', 'core', 'content', 'backup', 'staff', 'http', 'server'].map(fromFloor),
  may(['contract', 'rules'], ['lib-both']),
  may(['tables', 'routes', 'feature-server'], ['lib-both', 'lib-server', 'db', 'providers', 'core']),
  may(['feature-browser'], ['lib-both', 'lib-browser', 'styles', 'ui']),
  mayWithin(['contract', 'rules', 'tables'], ['contract', 'rules']),
  mayWithin(['routes'], ['contract', 'feature-server']),
  mayWithin(['feature-server'], ['contract', 'rules', 'tables', 'feature-server']),
  mayWithin(['feature-browser'], ['contract', 'rules', 'feature-browser']),
  ...mayAlongList(['contract', 'rules'], ['contract', 'rules']),
  ...mayAlongList(['feature-server'], ['contract', 'rules', 'feature-server']),
  ...mayAlongList(['feature-browser'], ['contract', 'rules', 'feature-browser']),
  may(['script'], ['lib-both', 'lib-browser', 'ui', 'contract', 'rules', 'feature-browser', 'layout']),
  may(
    ['layout', 'page'],
    [
      'lib-browser',
      'ui',
      'contract',
      'rules',
      'feature-browser',
      'feature-server',
      ...['lib', 'core', 'http', 'pages'].flatMap(placesOf),
    ],
  ),
  may(['http'], ['layout']),
]
