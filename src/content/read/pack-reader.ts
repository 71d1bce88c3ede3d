import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { hasRatio } from '#core/content/stored-picture.ts'
import type { TextSource } from '#core/content/text-sources.ts'
import { MOST_MARKDOWN } from '#features/authoring/authoring.rules.ts'
import { readExported } from '../text/exported-html.ts'
import { partsOfList } from '../text/list-parts.ts'
import { renderMarkdown, type Rendered } from '#lib/server/markdown/markdown.ts'
import { hasAtMost } from '#lib/both/text/count-characters.ts'
import { endingsFor, type FileUse } from '#providers/files/uses.ts'
import { longerThan } from '../schemas/schema-fields.ts'
import { PackMedia } from '../pictures/media.ts'
import type { KnownKeys } from '../pack.ts'
import { Problems } from './problems.ts'
import { readGoodYaml } from './mended-yaml.ts'
import { unreadableReason } from './unreadable.ts'
import { YamlFile, type Path } from './yaml-file.ts'

/** Files that a text may name. */
const mentions = /media\/[\w./-]+/g

/** A pack being read: what is known and what is wrong so far. */
export class PackReader {
  readonly problems = new Problems()
  readonly media: PackMedia
  readonly now: number
  readonly known: KnownKeys = { courses: new Set(), exams: new Set(), questions: new Set(), allQuestions: true }
  readonly #folder: string
  readonly #render: typeof renderMarkdown
  readonly #private: { file: YamlFile; at: Path; name: string }[] = []

  constructor(folder: string, now: number, render = renderMarkdown) {
    this.#folder = folder
    this.#render = render
    this.now = now
    this.media = new PackMedia(folder)
  }

  /** Opens a YAML file of the pack; undefined, and a problem, when it is missing or not YAML. */
  yaml(name: string): YamlFile | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const file = new YamlFile(name, text, this.problems)
    return file.data === undefined ? undefined : file
  }

  /**
   * Opens every YAML file of a folder whose files are lists, one after the other, and a long one in parts that are lists
   * too; undefined, and a problem, in place of what is not YAML.
   */
  *yamlLists(folder: string): Generator<YamlFile | undefined> {
    for (const name of this.names(folder).filter((name) => name.endsWith('.yaml'))) {
      const text = this.text(`${folder}/${name}`)
      if (text === undefined) yield undefined
      for (const part of text === undefined ? [] : partsOfList(text)) {
        const read = readGoodYaml(part.text)
        // Entry by entry, so that a mistake costs no more than its entry.
        for (const { text, line } of read ? [{ ...part, line: 0 }] : partsOfList(part.text, 0)) {
          const file = new YamlFile(`${folder}/${name}`, text, this.problems, part.line + line, read)
          yield file.data === undefined ? undefined : file
        }
      }
    }
  }

  /** The text of a file; undefined, and a problem, when it is missing or not UTF-8. */
  text(name: string): string | undefined {
    const bytes = this.#read(name)
    try {
      return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      this.problems.add(name, 1, 'is not UTF-8 text')
      return undefined
    }
  }

  /** Reads a file; undefined, and a problem, when that is not possible. */
  #read(name: string): Buffer | undefined {
    const file = path.join(this.#folder, name)
    try {
      return readFileSync(file)
    } catch (error) {
      this.problems.add(name, 1, unreadableReason(error, file) ?? 'the file is missing')
      return undefined
    }
  }

  has(name: string): boolean {
    return existsSync(path.join(this.#folder, name))
  }

  /** Names in a folder of the pack, in order; empty when there is none. Hidden files do not count. */
  names(folder: string): string[] {
    const full = path.join(this.#folder, folder)
    try {
      return readdirSync(full)
        .filter((name) => !name.startsWith('.'))
        .sort()
    } catch (error) {
      const reason = unreadableReason(error, full)
      if (reason) this.problems.add(folder, 1, reason)
      return []
    }
  }

  /** Reports keys of a list that are no questions of the pack; all questions have been read before. */
  knowQuestions(file: YamlFile, at: Path, keys: readonly string[]): void {
    if (!this.known.allQuestions) return
    for (const [index, key] of keys.entries()) {
      if (!this.known.questions.has(key)) file.problem([...at, index], `there is no question '${key}'`)
    }
  }

  /**
   * Renders a Markdown field and reports what is wrong in it.
   * @param mathml for what is shown where KaTeX's style sheet is not
   */
  async markdown(file: YamlFile, at: Path, text: string, { inline = false, mathml = false } = {}): Promise<string> {
    if (file.reportLostBackslashes(at, text)) return ''
    const rendered = await this.render(text, { inline, mathml, breaks: true })
    file.textProblems(at, rendered)
    return rendered.html
  }

  /**
   * The same of a text that may be HTML, where its entry says so: then `is` of the entry is true.
   * @param asHtml what the entry's `html` says
   */
  async written(
    file: YamlFile,
    at: Path,
    text: string,
    { asHtml, ...how }: { asHtml: true | undefined; inline?: boolean; mathml?: boolean },
  ): Promise<string> {
    if (!asHtml) return this.markdown(file, at, text, how)
    const read = await this.exported(text)
    file.textProblems(at, read)
    return read.html
  }

  /**
   * Reads a text that has a file of its own: `name.md`, or `name.html` as an export writes it. What is wrong is reported at
   * its own lines.
   * @param field what the text is called in the entry's source
   */
  async textFile(
    name: string,
    field: string,
    how: { mathml?: boolean } = {},
  ): Promise<{ html: string; source: TextSource | undefined; file: string; text: string | undefined }> {
    const asHtml = this.has(`${name}.html`)
    const file = asHtml ? `${name}.html` : `${name}.md`
    if (asHtml && this.has(`${name}.md`)) this.problems.add(file, 1, `cannot stand beside ${name}.md`)
    const text = this.text(file)
    if (text === undefined) return { html: '', source: undefined, file, text }
    if (!asHtml && !hasAtMost(text.trim(), MOST_MARKDOWN))
      this.problems.add(file, 1, longerThan(MOST_MARKDOWN, text.trim()))
    const { html, problems, warnings } = asHtml ? await this.exported(text) : await this.render(text, how)
    for (const { line, message } of problems) this.problems.add(file, line + 1, message)
    for (const { line, message } of warnings) this.problems.warn(file, line + 1, message)
    return { html, source: asHtml ? undefined : this.sourceOf({ [field]: text }), file, text }
  }

  /** What an entry's texts were written as, with the addresses of the files that they name. */
  sourceOf(texts: TextSource['texts']): TextSource {
    const media: TextSource['media'] = {}
    for (const text of Object.values(texts).flat())
      for (const [file] of text.matchAll(mentions)) {
        const found = this.media.resolve(file)
        if (typeof found !== 'string') media[file] = found.address
      }
    return { texts, media }
  }

  async exported(text: string): Promise<Rendered> {
    for (const [file] of text.matchAll(mentions)) await this.media.read(file)
    return readExported(text, this.media.resolve)
  }

  /** Renders a text after reading the media it mentions. */
  async render(text: string, options: { inline?: boolean; breaks?: boolean; mathml?: boolean }): Promise<Rendered> {
    for (const [file] of text.matchAll(mentions)) await this.media.read(file)
    return this.#render(text, { ...options, resolveMedia: this.media.resolve })
  }

  /**
   * The address of a picture that a field names, reported when it is not fit for use.
   * @param shape the width and height it must be proportional to
   */
  async picture(file: YamlFile, at: Path, name: string, shape: readonly [number, number]): Promise<string> {
    const found = await this.media.read(name)
    if (typeof found === 'string') file.problem(at, found)
    else if (found.kind !== 'picture' || !found.width || !found.height) file.problem(at, `${name} is not a picture`)
    else if (!hasRatio({ width: found.width, height: found.height }, shape)) {
      file.problem(
        at,
        `${name} is ${found.width} x ${found.height}; its sides must be in the ratio ${shape[0]}:${shape[1]}`,
      )
    }
    return typeof found === 'string' ? '' : found.address
  }

  /**
   * What stands for a file that only entitled learners may open, until it is stored; reported when the file is not fit
   * for its use.
   */
  async privateFile(file: YamlFile, at: Path, name: string, use: FileUse): Promise<string> {
    const found = await this.media.readPrivate(name)
    if (typeof found === 'string') {
      file.problem(at, found)
      return ''
    }
    if (found.use !== use) file.problem(at, `${name} must be a file of the kind ${use} (${endingsFor(use)})`)
    this.#private.push({ file, at, name })
    return found.placeholder
  }

  /** Reports private files that everyone would see elsewhere in the pack. Called when all of it has been read. */
  reportPublished(): void {
    for (const { file, at, name } of this.#private) {
      if (!this.media.isPublic(name)) continue
      file.problem(at, `${name} also stands where everyone can fetch it, so it is not for learners of the course alone`)
    }
  }
}
