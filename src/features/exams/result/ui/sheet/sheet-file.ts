import { escapeHtml } from '#lib/both/text/escape-html.ts'
import { indianDay } from '#lib/both/time/clock.ts'
import { languageOf } from '#lib/both/text/languages.ts'
import type { ResponseSheet, SheetRow } from '../../results.contract.ts'
import { letterOf } from '#lib/both/text/format.ts'
import { factsOf, factsOfRow, noteOf, type SheetFact } from './sheet-facts.ts'

/** The response sheet as a file of its own: one HTML document that needs no network, no script and no font. */

/** `response-sheet-five-question-taster-2026-11-22.html`: the exam, and the day in India on which it was sat. */
export function sheetFileName({ name, attempt, start_time }: ResponseSheet): string {
  // Vowel signs of Indian scripts are marks, and belong to their letters.
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const parts = ['response-sheet', ...words, indianDay(start_time), ...(attempt > 1 ? [`attempt-${attempt}`] : [])]
  return `${parts.join('-')}.html`
}

/**
 * The document. What authors wrote must stand in it as it is: its pictures as data, its formulas as MathML.
 * @param lang of the site's own words
 * @param site its name, and its mark as data
 */
export function sheetDocument(sheet: ResponseSheet, lang: string, site: { name: string; logo: string }): string {
  const title = escapeHtml(`${sheet.name}: response sheet`)
  const sections = sheet.sections.map(({ title: name }, section) => {
    const rows = sheet.questions.flatMap((row, index) =>
      row.section === section ? [rowHtml(row, index + 1, sheet)] : [],
    )
    return `<section><h2>${said(name)}</h2><ol>${rows.join('')}</ol></section>`
  })
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<main>
<header>
<p class="top"><b><img src="${escapeHtml(site.logo)}" alt="" width="24" height="24">${said(site.name)}</b><span>Response sheet no. ${sheet.id}</span></p>
<h1>${said(sheet.name)}</h1>
<dl class="facts">${factsHtml(factsOf(sheet))}</dl>
</header>
${sections.join('\n')}
<footer>${escapeHtml(noteOf(sheet))}</footer>
</main>
</body>
</html>
`
}

function rowHtml(row: SheetRow, number: number, sheet: ResponseSheet): string {
  const { chosen } = row
  const answer = chosen
    ? `<span>${letterOf(chosen.position)}</span> <span>${chosen.answer_option}</span>`
    : '<span>None</span>'
  return (
    `<li><h3><span class="unseen">Question </span>${number}</h3><div><div class="text">${row.question_content}</div>` +
    `<dl class="answer"><dt>Answer</dt><dd>${answer}</dd></dl><dl class="notes">${factsHtml(factsOfRow(row, sheet))}</dl></div></li>`
  )
}

function factsHtml(facts: readonly SheetFact[]): string {
  return facts.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${said(value)}</dd></div>`).join('')
}

/** A text as it is; where it is in another script it says its language, which on a page the page does. */
function said(text: string): string {
  const language = languageOf(text)
  return language ? `<span lang="${language}">${escapeHtml(text)}</span>` : escapeHtml(text)
}

const styles = `
:root{color-scheme:light dark;--ink:#211c2b;--muted:#5d5668;--line:#d9d4e0;--tint:#f3f0f7;--page:#fff}
@media screen and (prefers-color-scheme:dark){:root{--ink:#ece8f2;--muted:#b0a8bd;--line:#433c50;--tint:#2a2434;--page:#1b1722}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:54rem;margin:auto;padding:1.5rem 1rem 3rem}
h1{margin:.25rem 0 1rem;font-size:1.6rem;line-height:1.25}
h2{margin:2rem 0 .5rem;font-size:1.2rem}
h3{margin:0;font-size:1rem}
header{border-bottom:2px solid;padding-bottom:1rem}
footer{margin-top:2rem;border-top:1px solid var(--line);padding-top:.75rem}
.top{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1.5rem;margin:0}
.top b{display:flex;align-items:center;gap:.5rem}
.top img{flex:none;background:none}
.top span,dt,footer{color:var(--muted)}
dl,dd{margin:0}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.5rem 1.5rem}
.facts dd{font-weight:600}
.notes{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
.notes div{display:flex;gap:.375rem}
@media (max-width:30rem){.facts{grid-template-columns:1fr;gap:.25rem}.facts div{display:flex;justify-content:space-between;gap:1rem}.facts dd{text-align:right}}
ol{margin:0;padding:0;list-style:none}
.text ol,.text ul,dd ol,dd ul{margin-left:-1.75rem;padding-left:3.25rem;list-style:revert}
section>ol>li{display:grid;grid-template-columns:2.25rem minmax(0,1fr);padding:.875rem 0;border-top:1px solid var(--line);break-inside:avoid}
.text>:first-child{margin-top:0}
.text :is(p,h2,h3,h4,ul,ol,blockquote),.answer dd>span+span,math[display=block]{overflow:auto hidden;padding-block:.3em}
.text:has(>:is(span,math,strong,em,b,i,u,s,a,code)){overflow:auto hidden;padding-block:.3em}
.answer{display:flex;gap:.5rem;margin:.5rem 0;border-radius:.5rem;background:var(--tint);padding:.375rem .75rem}
.answer dd{display:flex;gap:.5rem;min-width:0;font-weight:600}
.answer p{margin:0}
img{max-width:100%;height:auto;border-radius:.375rem;background:#fff}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{border:1px solid var(--line);padding:.375rem .625rem}
blockquote{margin-left:0;border-left:3px solid var(--line);padding-left:1rem}
pre{overflow-x:auto}
math{font-size:1.1em}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@page{size:A4;margin:14mm 13mm 16mm}
@media print{body{font-size:9.5pt;line-height:1.4}main{max-width:none;padding:0}section>ol>li{padding:.5rem 0}h2{break-after:avoid}img{max-height:60mm;width:auto}.text,.text *,.answer *,table{overflow:visible!important}pre{white-space:pre-wrap}}
`
