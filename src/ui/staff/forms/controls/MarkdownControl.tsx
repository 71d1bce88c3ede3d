import { useRef, useState, type ComponentProps, type ComponentType, type KeyboardEvent } from 'react'
import BoldIcon from 'virtual:lucide/bold'
import HeadingIcon from 'virtual:lucide/heading-2'
import ImageIcon from 'virtual:lucide/image'
import ItalicIcon from 'virtual:lucide/italic'
import LinkIcon from 'virtual:lucide/link'
import ListIcon from 'virtual:lucide/list'
import { ApiError } from '#lib/both/calls/errors.ts'
import { FieldError } from '../../../forms/FieldError.tsx'
import { Spinner } from '../../../states/Spinner.tsx'
import { failureWords } from '../failure.ts'
import type { MarkdownLook, StorePicture } from '../form-values.ts'
import { edited, type Edit } from './markdown-edits.ts'
import { useStoring } from './PictureControl.tsx'
import { TextWarnings } from './TextWarnings.tsx'

export interface MarkdownControlProps {
  /** Of the field, with its name and what describes it. */
  field: ComponentProps<'textarea'> & { id: string; value: string }
  rows: number
  invalid: boolean
  look: MarkdownLook | undefined
  store: StorePicture | undefined
  onChange: (text: string) => void
}

interface Tool {
  edit: Edit
  label: string
  Icon: ComponentType<{ className?: string }>
  /** With Ctrl or the key that stands for it. */
  key?: string
}

const tools: Tool[] = [
  { edit: 'bold', label: 'Bold', Icon: BoldIcon, key: 'b' },
  { edit: 'italic', label: 'Italic', Icon: ItalicIcon, key: 'i' },
  { edit: 'heading', label: 'Heading', Icon: HeadingIcon },
  { edit: 'list', label: 'List', Icon: ListIcon },
  { edit: 'link', label: 'Link', Icon: LinkIcon, key: 'k' },
]

type Preview =
  | { is: 'off' }
  | { is: 'loading' }
  | { is: 'shown'; html: string; warnings: string[] }
  | { is: 'failed'; words: string }

const tool = 'btn btn-ghost btn-square btn-sm'
const way = 'btn btn-ghost btn-sm aria-pressed:bg-base-200'

/**
 * Puts something in the place of what is selected as if it were typed, so that the browser can undo it.
 * @returns false where nothing can be typed: the preview is shown meanwhile
 */
function typed(element: HTMLTextAreaElement, text: string): boolean {
  return document.activeElement === element && document.execCommand('insertText', false, text)
}

/** Writes Markdown, with buttons for what is seldom known by heart, and shows what becomes of it. */
export function MarkdownControl({ field, rows, invalid, look, store, onChange }: MarkdownControlProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [asked, setShown] = useState<Preview>({ is: 'off' })
  // What is wrong with a text is mended where it is written.
  const shown: Preview = invalid ? { is: 'off' } : asked
  const apply = (edit: Edit, file?: string) => {
    const element = box.current
    if (!element) return
    // What it holds now: a picture may have been stored while somebody wrote on.
    const { value: text, selectionStart: start, selectionEnd: end } = element
    const { put, from, to } = edited(text, start, end, edit, file)
    element.focus()
    if (typed(element, put)) element.setSelectionRange(from, to)
    else onChange(text.slice(0, start) + put + text.slice(end))
  }
  const turn = async ({ preview }: MarkdownLook) => {
    setShown({ is: 'loading' })
    try {
      setShown({ is: 'shown', ...(await preview(field.value)) })
    } catch (error) {
      const said = error instanceof ApiError ? error.errors?.text : undefined
      setShown({ is: 'failed', words: said ?? failureWords(error) })
    }
  }
  const pressed = (event: KeyboardEvent) => {
    const tool = tools.find(({ key }) => key === event.key)
    if (!tool || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    apply(tool.edit)
  }
  const off = shown.is === 'off'
  return (
    // The whole has the edge of a field.
    <div className={`textarea block h-auto min-h-0 w-full p-0 ${invalid ? 'textarea-error' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-base-300 p-1">
        {look && (
          <div role="group" aria-label="What is shown" className="flex gap-0.5">
            <button type="button" className={way} aria-pressed={off} onClick={() => setShown({ is: 'off' })}>
              Write
            </button>
            <button type="button" className={way} aria-pressed={!off} onClick={() => void turn(look)}>
              Preview
            </button>
          </div>
        )}
        <div
          role="group"
          aria-label="Put into the text"
          className={`flex items-center gap-0.5 ${off ? '' : 'invisible max-sm:hidden'}`}
        >
          {tools.map(({ edit, label, Icon, key }) => (
            <button
              key={edit}
              type="button"
              className={tool}
              title={label}
              aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
              onClick={() => apply(edit)}
            >
              <Icon className="size-4" />
              <span className="sr-only">{label}</span>
            </button>
          ))}
          {store && (
            <PictureTool
              store={store}
              describedBy={`${field.id}-picture`}
              onStored={(address) => apply('picture', address.replace(/^\/media\//, 'media/'))}
            />
          )}
        </div>
      </div>
      <textarea
        {...field}
        ref={box}
        dir="auto"
        rows={rows}
        hidden={!off}
        className="block w-full resize-y px-3 py-2 text-base leading-normal outline-none [&[hidden]]:hidden sm:text-sm"
        onKeyDown={pressed}
        onChange={({ target }) => onChange(target.value)}
      />
      {look && !off && (
        <div className="min-h-40 px-4 py-3 [overflow-wrap:anywhere]">
          <TextWarnings warnings={shown.is === 'shown' ? shown.warnings : []} />
          {shown.is === 'loading' && <Spinner label="Drawing the text" size={24} />}
          {shown.is === 'failed' && (
            <p role="alert" className="text-sm text-error">
              {shown.words}
            </p>
          )}
          {shown.is === 'shown' &&
            (shown.html === '' ? <p className="text-sm text-muted">Nothing yet</p> : look.show(shown.html))}
        </div>
      )}
    </div>
  )
}

interface PictureToolProps {
  store: StorePicture
  describedBy: string
  onStored: (address: string) => void
}

/** Inserts a picture, which is stored at once. */
function PictureTool({ store, describedBy, onStored }: PictureToolProps) {
  const picker = useRef<HTMLInputElement>(null)
  const { busy, problem, take } = useStoring(store, onStored)
  return (
    <>
      <button
        type="button"
        className={tool}
        title="Picture"
        aria-busy={busy}
        aria-describedby={describedBy}
        onClick={() => picker.current?.click()}
      >
        {busy ? <Spinner label="Storing the picture" size={16} /> : <ImageIcon className="size-4" />}
        <span className="sr-only">Picture</span>
      </button>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture for the text"
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <FieldError id={describedBy} urgent>
        {problem}
      </FieldError>
    </>
  )
}
