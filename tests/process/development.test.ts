import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject, startDevelopment, statusOf } from '../support/servers/development.ts'

let folder: string
let remove: () => void
let development: Awaited<ReturnType<typeof startDevelopment>>
beforeAll(async () => {
  ;({ folder, remove } = copyProject())
  development = await startDevelopment(folder, { CONTENT: 'none' })
})
afterAll(async () => {
  await development.stop()
  remove()
})

/**
 * Saves a file, and again while the change goes unnoticed: of two changes of a file within 50 ms Vite's watcher tells the
 * first alone, and this test writes faster than anybody types.
 */
async function saveUntil(file: string, text: string, call: string, status: number) {
  const save = () => {
    writeFileSync(file, text)
    return statusOf(call)
  }
  await expect.poll(save, { timeout: 60_000, interval: 1000 }).toBe(status)
}

test(
  'while code is written, a mistake in the code of a call is told by terminal, call and page, until it is mended',
  { timeout: 300_000 },
  async () => {
    const { url, output } = development
    const file = path.join(folder, 'src/features/catalogue/server/home.ts')
    const before = readFileSync(file, 'utf8')
    const call = `${url}/api/v1/getcontentsource`
    const working = await statusOf(call)
    expect(working).toBe(200)
    // Its scripts, its styles and Vite's own are let in.
    const shown = await fetch(`${url}/login`, { headers: { accept: 'text/html' } })
    expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([200, null])
    for (const [mistake, told] of [
      ['const broken = = 1\n', 'Unexpected token'],
      ["throw new Error('thrown while it is read')\n", 'thrown while it is read'],
    ] as const) {
      await saveUntil(file, before + mistake, call, 500)
      const answer = await fetch(call)
      expect(answer.headers.get('content-type')).toBe('application/json')
      const { message, code, request_id } = (await answer.json()) as Record<string, string>
      expect([code, request_id]).toEqual(['internal', answer.headers.get('x-request-id')])
      expect(message).toContain(told)
      expect(message).toContain('src/features/catalogue/server/home.ts')
      const page = await fetch(`${url}/login`, { headers: { accept: 'text/html' } })
      expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
      const html = await page.text()
      expect(html).toContain(told)
      expect(html).toContain('new ErrorOverlay(')
      await expect.poll(output).toContain(told)

      await saveUntil(file, before, call, 200)
      expect((await fetch(`${url}/login`, { headers: { accept: 'text/html' } })).status).toBe(200)
    }
  },
)

test('while code is written, builds and data beside it are not watched', { timeout: 300_000 }, async () => {
  const { output } = development
  const write = (name: string) => {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, String(Date.now()))
  }
  const noticed = () => {
    for (const name of ['.cache/builds/1/client/window.html', '.data/files/new.html', 'src/pages/new.html']) write(name)
    return output()
  }
  await expect.poll(noticed, { timeout: 60_000, interval: 1000 }).toContain('[watch] src/pages/new.html')
  expect(output()).not.toMatch(/\[watch\] \.(?:cache|data)/)
})
