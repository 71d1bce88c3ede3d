import { seedCandidates, type SeededCandidate } from '../candidates.ts'
import { courseId } from './demo.ts'
import { figure, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'
import { weigh, type Visit } from './weigh.ts'

const KB = 1024

/** Scripts and styles that pages make a browser fetch. */
export const weights: Section = {
  name: 'weights',
  title: 'Weight of pages, compressed',
  run: (stage) =>
    stage.withProducts(
      'sqlite',
      (data) => seedCandidates(data, 1, { started: true }),
      (products) => {
        const { url, scene } = products.at(-1)!
        return pageWeights(url, scene[0]!)
      },
    ),
}

async function pageWeights(url: string, learner: SeededCandidate): Promise<Result[]> {
  const open = ['/courses', '/courses/1', '/search?q=polity']
  const login = await weigh(url, [...open, '/login'])
  const signedIn = await weigh(
    url,
    [
      '/dashboard',
      '/my-courses',
      '/my-purchases',
      '/buycourse/1',
      '/mock-test',
      '/practice',
      `/mock-test/${learner.examId}`,
      // Its scripts are the same for any attempt; the chart comes with the analysis.
      `/mock-test/${learner.examId}/exam-result/1`,
      `/exam/${learner.examId}/start`,
    ],
    learner.user,
  )
  const course = `/my-courses/${await courseId(url, 'Degree Level Prelims')}`
  const study = await weigh(url, [course, { path: course, then: openFramedChapter }], learner.user)
  const budget = (page: string) => {
    if (open.includes(page)) return 6
    if (page === '/login') return 90
    if (/^\/exam\/|\/exam-result\//.test(page)) return 85
    // The script of a provider comes only with a chapter of theirs.
    return page.startsWith(course) && page !== course ? 105 : 95
  }
  return [...login, ...signedIn, ...study].flatMap(([page, { scripts, styles }]) => [
    figure(`${page} JavaScript`, scripts / KB, 'kB', { atMost: budget(page) }),
    // Screens with questions add the styles of formulas where there are any.
    figure(`${page} CSS`, styles / KB, 'kB', { atMost: /^\/(exam\/|practice)/.test(page) ? 20 : 16 }),
  ])
}

/** Opens a chapter of the demo section that a provider plays. */
const openFramedChapter: NonNullable<Visit['then']> = {
  named: 'and a chapter of a provider',
  act: (page) => page.getByRole('button', { name: /^The preamble/ }).click(),
  brings: /vimeo-port/,
}
