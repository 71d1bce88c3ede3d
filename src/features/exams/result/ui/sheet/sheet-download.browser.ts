import { saveFile } from '#lib/browser/device/save-file.ts'
import { siteLogo, siteName } from '#lib/browser/site.ts'
import { parsed } from '#lib/browser/html/parsed.ts'
import { trustedHtml } from '#lib/browser/html/trusted-html.ts'
import type { ResponseSheet } from '../../results.contract.ts'
import { sheetDocument, sheetFileName } from './sheet-file.ts'

/**
 * Saves the response sheet as a file.
 * @throws what fetching a picture throws: a file that lacks one would not be the sheet
 */
export async function downloadSheet(sheet: ResponseSheet): Promise<void> {
  const questions = await Promise.all(
    sheet.questions.map(async (row) => ({
      ...row,
      question_content: await standalone(row.question_content),
      chosen: row.chosen && { ...row.chosen, answer_option: await standalone(row.chosen.answer_option) },
    })),
  )
  const site = { name: siteName(), logo: await dataOf(siteLogo()) }
  saveFile(sheetDocument({ ...sheet, questions }, document.documentElement.lang, site), {
    name: sheetFileName(sheet),
    type: 'text/html',
  })
}

/** Authored HTML that needs nothing beside it: formulas as MathML alone, pictures as data, links with their site. */
async function standalone(html: string): Promise<string> {
  const { body } = parsed(trustedHtml(html))
  // KaTeX writes each formula twice, and the copy for the eye needs its style sheet and twenty fonts.
  for (const drawn of body.querySelectorAll('.katex-html')) drawn.remove()
  for (const link of body.querySelectorAll('a[href]')) {
    link.setAttribute('href', new URL(link.getAttribute('href')!, location.href).href)
  }
  const pictures = [...body.querySelectorAll('img')].map(async (image) => {
    image.removeAttribute('loading')
    image.setAttribute('src', await dataOf(image.getAttribute('src') ?? ''))
  })
  await Promise.all(pictures)
  return body.innerHTML
}

const known = new Map<string, Promise<string>>()

/** A picture's address with all of it inside. Pictures are named after their content, so one is fetched once. */
function dataOf(src: string): Promise<string> {
  const given = known.get(src)
  if (given) return given
  const data = fetchData(src)
  known.set(src, data)
  // What failed may be there at the next try.
  data.catch(() => known.delete(src))
  return data
}

async function fetchData(src: string): Promise<string> {
  const response = await fetch(src)
  if (!response.ok) throw new Error(`${src}: ${response.status}`)
  const reader = new FileReader()
  reader.readAsDataURL(await response.blob())
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error(src))
  })
}
