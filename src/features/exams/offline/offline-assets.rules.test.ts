import { expect, test } from 'vitest'
import { assetsIn } from './offline-assets.rules.ts'

const page =
  '<link href="/_astro/app.C1.css"><astro-island component-url="/_astro/TakeExam.h-t_1.js" props="{}"></astro-island>'
const script =
  'import{t}from"./react.X1.js";const m=["_astro/react.X1.js"];import(`./Late.Z2.js`);a=`/_astro/katex.D5.css`'
const styles =
  '@font-face{src:url(/_astro/KaTeX_Main-Regular.B2.woff2),url(/_astro/KaTeX_Main-Regular.B2.woff)}@font-face{src:url(/_astro/KaTeX_Fraktur-Bold.C1.woff2)}'

test('what a page, a script and a stylesheet name is found, once each', () => {
  expect(assetsIn(page, true)).toEqual(['/_astro/app.C1.css', '/_astro/TakeExam.h-t_1.js'])
  expect(assetsIn(script, true)).toEqual(['/_astro/react.X1.js', '/_astro/Late.Z2.js', '/_astro/katex.D5.css'])
  expect(assetsIn(styles, true)).toEqual(['/_astro/KaTeX_Main-Regular.B2.woff2'])
})

test('what formulas need is left out where there are none', () => {
  expect(assetsIn(script + styles, false)).toEqual(['/_astro/react.X1.js', '/_astro/Late.Z2.js'])
})

test('pictures, calls and other sites are none of it', () => {
  const text = '"/media/a.png" "/api/v1/user/x.js" "https://elsewhere.example/_astro/a.js" "../a.js"'
  expect(assetsIn(text, true)).toEqual([])
})
