/** What a button does to a text in Markdown. */
export type Edit = 'bold' | 'italic' | 'heading' | 'list' | 'link' | 'picture'

/** What is put in the place of what was selected, and what of the text is selected then: what is to be written next. */
export interface Edited {
  put: string
  from: number
  to: number
}

/** Placeholders, which are selected so that typing replaces them. */
const words = {
  bold: 'bold',
  italic: 'italic',
  heading: 'Heading',
  list: 'one',
  link: 'words',
  picture: 'What it shows',
}

/**
 * Edits what is selected of a text, or puts something there where nothing is.
 * @param file of a picture: `media/…`
 */
export function edited(text: string, start: number, end: number, edit: Edit, file = ''): Edited {
  const chosen = text.slice(start, end) || words[edit]
  const around = (before: string, after: string): Edited => {
    const from = start + before.length
    return { put: before + chosen + after, from, to: from + chosen.length }
  }
  // What stands on lines of its own begins one.
  const line = start === 0 || text[start - 1] === '\n' ? '' : '\n\n'
  switch (edit) {
    case 'bold':
      return around('**', '**')
    case 'italic':
      return around('_', '_')
    case 'heading':
      return around(`${line}## `, '\n')
    case 'list': {
      const put = line + chosen.replace(/^/gm, '- ')
      return { put, from: start + line.length + '- '.length, to: start + put.length }
    }
    case 'link': {
      const address = 'https://'
      const from = start + `[${chosen}](`.length
      return { put: `[${chosen}](${address})`, from, to: from + address.length }
    }
    case 'picture':
      return around(`${line}![`, `](${file})\n`)
  }
}
