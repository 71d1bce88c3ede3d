import { expect, test } from 'vitest'
import { assetsIn, isText } from './offline-assets.rules.ts'

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

test('of the letters of formulas those are found that most formulas need', () => {
  const fonts = ['Main-Regular', 'Main-Bold', 'Math-Italic', 'Size1-Regular', 'Main-Italic', 'Script-Regular']
  const named = fonts.map((font) => `url(./KaTeX_${font}.A1.woff2)`).join()
  expect(assetsIn(`${named},url(./Inter.A1.woff2)`, true)).toEqual(
    fonts.slice(0, 4).map((font) => `/_astro/KaTeX_${font}.A1.woff2`),
  )
})

test('scripts and stylesheets may name more, and nothing else', () => {
  const paths = ['/_astro/a.X1.js', '/_astro/a.X1.css', '/_astro/a.X1.woff2', '/_astro/a.X1.js.map', '/_astro/js']
  expect(paths.filter(isText)).toEqual(['/_astro/a.X1.js', '/_astro/a.X1.css'])
})

test('what formulas need is left out where there are none', () => {
  expect(assetsIn(script + styles, false)).toEqual(['/_astro/react.X1.js', '/_astro/Late.Z2.js'])
})

test('pictures, calls and other sites are none of it', () => {
  const text = '"/media/a.png" "/api/v1/user/x.js" "https://elsewhere.example/_astro/a.js" "../a.js"'
  expect(assetsIn(text, true)).toEqual([])
})
