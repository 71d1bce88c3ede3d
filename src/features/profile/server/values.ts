import { escapeHtml } from '#lib/both/text/escape-html.ts'
import { jsonOf } from '#lib/server/stored.ts'
import { displayTime, isoTime } from '#lib/both/time/clock.ts'
import { plainWords } from '#lib/server/text/html.ts'
import { typedText } from '#lib/server/text/learner-text.ts'
import { publicName, type FileStore, type StoredFile } from '#providers/files/file-store.ts'
import { contentTypeOf } from '#providers/files/kinds.ts'
import type { CodeWords, ColumnKind } from '#core/personal-data/part.ts'

/** A stored value as the JSON file tells it. */
export async function jsonValue(value: unknown, kind: ColumnKind | CodeWords, files: FileStore): Promise<unknown> {
  if (value === null || value === undefined) return null
  if (typeof kind === 'object') return kind[String(value)] ?? value
  switch (kind) {
    case 'moment':
      return isoTime(Number(value))
    case 'paise':
      return Number(value) / 100
    case 'html':
      return plainWords(String(value)).replace(/\n{2,}/g, '\n')
    case 'typed':
      return typedText(String(value))
    case 'json':
      return jsonOf(String(value)) ?? String(value)
    case 'yes':
      return value === 1
    case 'picture':
    case 'private picture':
      return (await dataAddress(String(value), kind, files)) ?? String(value)
    case 'text':
      return value
  }
}

/** The same as HTML of the readable file. */
export async function htmlValue(value: unknown, kind: ColumnKind | CodeWords, files: FileStore): Promise<string> {
  if (value === null || value === undefined) return ''
  if (kind === 'moment') return escapeHtml(displayTime(Number(value)))
  if (kind === 'yes') return value === 1 ? 'Yes' : 'No'
  if (kind === 'paise') return `₹${(Number(value) / 100).toFixed(2)}`
  if (kind === 'json') {
    const told = jsonOf(String(value))
    if (Array.isArray(told)) return escapeHtml(told.join(', '))
    if (typeof told !== 'object' || told === null) return escapeHtml(String(value))
    return Object.entries(told)
      .map(([name, entry]) => escapeHtml(`${name.replaceAll('_', ' ')}: ${wordsOf(entry)}`))
      .join('<br>')
  }
  if (kind === 'picture' || kind === 'private picture') {
    const address = await dataAddress(String(value), kind, files)
    return address ? `<img src="${address}" alt="">` : escapeHtml(String(value))
  }
  const told = await jsonValue(value, kind, files)
  return escapeHtml(String(told)).replaceAll('\n', '<br>')
}

/** What a value of JSON says, whatever it is made of. */
function wordsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.values(value).map(wordsOf).filter(Boolean).join(', ')
}

/** A picture of ours within the file itself; undefined for one that is not ours or is gone. Ours are small: they were redrawn. */
async function dataAddress(value: string, kind: ColumnKind, files: FileStore): Promise<string | undefined> {
  const file = kind === 'picture' ? await openOwn(value, files) : await files.openPrivate(value)
  if (!file || file.size === 0) return undefined
  const bytes = Buffer.from(await new Response(file.stream(0, file.size - 1)).arrayBuffer())
  return `data:${contentTypeOf(value)};base64,${bytes.toString('base64')}`
}

async function openOwn(address: string, files: FileStore): Promise<StoredFile | undefined> {
  const name = publicName(address)
  return name ? files.openPublic(name) : undefined
}
