/** What a button does to a text in Markdown. */
export type Edit = 'bold' | 'italic' | 'heading' | 'list' | 'link' | 'picture'

/** A text after an edit, and what of it is selected then: what is to be written next. */
export interface Edited {
  text: string
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
  const put = (before: string, after: string, select = chosen): Edited => {
    const from = start + before.length + chosen.indexOf(select)
    return { text: text.slice(0, start) + before + chosen + after + text.slice(end), from, to: from + select.length }
  }
  // What stands on lines of its own begins one.
  const onOwnLine = start === 0 || text[start - 1] === '\n' ? '' : '\n\n'
  switch (edit) {
    case 'bold':
      return put('**', '**')
    case 'italic':
      return put('_', '_')
    case 'heading':
      return put(`${onOwnLine}## `, '\n')
    case 'list': {
      const lines = chosen.split('\n').map((line) => `- ${line}`)
      const inserted = onOwnLine + lines.join('\n')
      const from = start + onOwnLine.length + 2
      return { text: text.slice(0, start) + inserted + text.slice(end), from, to: start + inserted.length }
    }
    case 'link': {
      const address = 'https://'
      const at = start + chosen.length + 3
      return {
        text: `${text.slice(0, start)}[${chosen}](${address})${text.slice(end)}`,
        from: at,
        to: at + address.length,
      }
    }
    case 'picture':
      return put(`${onOwnLine}![`, `](${file})\n`)
  }
}
