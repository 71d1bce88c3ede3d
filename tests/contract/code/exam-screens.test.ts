import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const screens = globSync('src/pages/**/*.astro').flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const [, attributes] = /<ExamScreen\b([^>]*)>/.exec(text) ?? []
  if (attributes === undefined) return []
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script!)
  return { file, bringsOwn: /\bownScript\b/.test(attributes), scripts }
})

test('a full screen that says it brings the script of its layout does bring it, and no other does', () => {
  expect(screens.map(({ bringsOwn }) => bringsOwn)).toContain(true)
  for (const { file, bringsOwn, scripts } of screens) {
    const brings = scripts.some((script) => script.includes("import '#layouts/exam-screen.ts'"))
    expect(brings, file).toBe(bringsOwn)
  }
})
