import type { Page } from '@playwright/test'
import { expect, serverUrl } from './browser.ts'

export const degreePrelims = 'Degree Level Prelims'

/** A demo learner who owns the course. */
export const owner = '9000000005'

/** The id of the course with this title. */
export async function courseId(title: string): Promise<number> {
  const { data } = (await (await fetch(`${serverUrl()}/api/v1/user/courses?per_page=100`)).json()) as {
    data: { id: number; title: string }[]
  }
  return data.find((course) => course.title === title)!.id
}

/** Opens the page of the course with this title, with an optional query. @returns its id */
export async function openCourse(page: Page, title: string, query = ''): Promise<number> {
  const id = await courseId(title)
  await page.goto(`/my-courses/${id}${query}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  return id
}

/** Chooses a chapter in Course Content, which is a tab on small screens. */
export async function openChapter(page: Page, section: RegExp, chapter: RegExp): Promise<void> {
  const content = page.getByRole('tab', { name: 'Content', selected: false })
  if (await content.isVisible()) await content.click()
  const toggle = page.getByRole('button', { name: section })
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  await page.getByRole('button', { name: chapter }).first().click()
}

/** Collects what is logged of chapters. */
export function watchLogs(page: Page): string[] {
  const logs: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.includes('/mycourse/log/')) logs.push(url.searchParams.get('videowatched') ? 'watched' : 'view')
  })
  return logs
}

/** Counts the calls to a path of the API from now on. */
export function countCalls(page: Page, path: RegExp): () => number {
  let count = 0
  page.on('request', (request) => {
    if (path.test(new URL(request.url()).pathname)) count += 1
  })
  return () => count
}
