import { useRef, useState, type ComponentProps, type ComponentType } from 'react'
import BoldIcon from 'virtual:lucide/bold'
import EyeIcon from 'virtual:lucide/eye'
import HeadingIcon from 'virtual:lucide/heading-2'
import ImageIcon from 'virtual:lucide/image'
import ItalicIcon from 'virtual:lucide/italic'
import LinkIcon from 'virtual:lucide/link'
import ListIcon from 'virtual:lucide/list'
import PencilIcon from 'virtual:lucide/pencil'
import { ApiError } from '#lib/both/calls/errors.ts'
import { FieldError } from '../../forms/FieldError.tsx'
import { Spinner } from '../../states/Spinner.tsx'
import { failureWords } from './failure.ts'
import type { MarkdownLook, StorePicture } from './form-values.ts'
import { edited, type Edit } from './markdown-edits.ts'
import { useStoring } from './PictureControl.tsx'

export interface MarkdownControlProps {
  /** Of the field, with its name and what describes it. */
  field: ComponentProps<'textarea'> & { id: string; value: string }
  rows: number
  invalid: boolean
  look: MarkdownLook | undefined
  store: StorePicture | undefined
  onChange: (text: string) => void
}

const edits: { edit: Edit; label: string; Icon: ComponentType<{ className?: string }> }[] = [
  { edit: 'bold', label: 'Bold', Icon: BoldIcon },
  { edit: 'italic', label: 'Italic', Icon: ItalicIcon },
  { edit: 'heading', label: 'Heading', Icon: HeadingIcon },
  { edit: 'list', label: 'List', Icon: ListIcon },
  { edit: 'link', label: 'Link', Icon: LinkIcon },
]

type Preview = { is: 'off' } | { is: 'loading' } | { is: 'shown'; html: string } | { is: 'failed'; words: string }

const tool = 'btn btn-ghost btn-square btn-sm'

/** Writes Markdown, with buttons for what is seldom known by heart, and shows what becomes of it. */
export function MarkdownControl({ field, rows, invalid, look, store, onChange }: MarkdownControlProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [shown, setShown] = useState<Preview>({ is: 'off' })
  const apply = (edit: Edit, words?: string) => {
    const { selectionStart = field.value.length, selectionEnd = field.value.length } = box.current ?? {}
    const next = edited(field.value, selectionStart, selectionEnd, edit, words)
    onChange(next.text)
    // The box has the new text once it is drawn.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(next.from, next.to)
    })
  }
  const turn = async ({ preview }: MarkdownLook) => {
    if (shown.is !== 'off') return setShown({ is: 'off' })
    setShown({ is: 'loading' })
    try {
      setShown({ is: 'shown', html: await preview(field.value) })
    } catch (error) {
      const said = error instanceof ApiError ? error.errors?.text : undefined
      setShown({ is: 'failed', words: said ?? failureWords(error) })
    }
  }
  const off = shown.is === 'off'
  return (
    <div className={`rounded-field border ${invalid ? 'border-error' : 'border-base-300'}`}>
      <div
        role="toolbar"
        aria-label="Text"
        className="flex flex-wrap items-center gap-0.5 border-b border-base-300 p-1"
      >
        {edits.map(({ edit, label, Icon }) => (
          <button key={edit} type="button" className={tool} disabled={!off} onClick={() => apply(edit)}>
            <Icon className="size-4" />
            <span className="sr-only">{label}</span>
          </button>
        ))}
        {store && (
          <PictureTool
            id={field.id}
            disabled={!off}
            store={store}
            onStored={(address) => apply('picture', address.replace(/^\/media\//, 'media/'))}
          />
        )}
        {look && (
          <button
            type="button"
            className="btn btn-ghost btn-sm ml-auto"
            aria-pressed={!off}
            onClick={() => void turn(look)}
          >
            {off ? <EyeIcon className="size-4" /> : <PencilIcon className="size-4" />}
            {off ? 'Preview' : 'Write'}
          </button>
        )}
      </div>
      <textarea
        {...field}
        ref={box}
        dir="auto"
        rows={rows}
        hidden={!off}
        className="textarea w-full rounded-t-none border-0 text-base leading-normal sm:text-sm"
        onChange={({ target }) => onChange(target.value)}
      />
      {look && (
        <div aria-live="polite" className={off ? undefined : 'min-h-40 px-4 py-3'}>
          {shown.is === 'loading' && <Spinner label="Drawing the text" size={24} />}
          {shown.is === 'failed' && <p className="text-sm text-error">{shown.words}</p>}
          {shown.is === 'shown' &&
            (shown.html === '' ? <p className="text-sm text-muted">Nothing yet</p> : look.show(shown.html))}
        </div>
      )}
    </div>
  )
}

interface PictureToolProps {
  id: string
  disabled: boolean
  store: StorePicture
  onStored: (address: string) => void
}

/** Inserts a picture, which is stored at once. */
function PictureTool({ id, disabled, store, onStored }: PictureToolProps) {
  const picker = useRef<HTMLInputElement>(null)
  const { busy, problem, take } = useStoring(store, onStored)
  return (
    <>
      <button type="button" className={tool} disabled={disabled || busy} onClick={() => picker.current?.click()}>
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
      <div className="order-last basis-full empty:hidden">
        <FieldError id={`${id}-picture`} urgent>
          {problem}
        </FieldError>
      </div>
    </>
  )
}
