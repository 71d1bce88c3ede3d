import { useState, type MouseEvent } from 'react'
import { parsed } from '#lib/browser/html/parsed.ts'
import { letterOf } from '#lib/both/text/format.ts'
import { Html } from './Html.tsx'
import { ImageDialog, type Picture } from './ImageDialog.tsx'

export interface QuestionBodyProps {
  qid: number
  html: string
  options: readonly { id: number; answer_option: string }[]
  /** Id of the chosen option. */
  chosen: number | null | undefined
  /** The choice is shown and cannot be changed. */
  readOnly?: boolean
  onChoose: (optionId: number) => void
}

/** A question with its options as a radio group. Its pictures can be enlarged. */
export function QuestionBody({ qid, html, options, chosen, readOnly = false, onChoose }: QuestionBodyProps) {
  const [picture, setPicture] = useState<Picture>()
  const enlarge = (event: MouseEvent) => {
    const image = (event.target as Element).closest('img')
    if (!image) return
    // An option's picture is enlarged; it does not choose the option.
    event.preventDefault()
    setPicture({ src: image.currentSrc || image.src, alt: image.alt })
  }
  return (
    <>
      <div onClick={enlarge}>
        <Html html={html} />
        <PictureButtons html={html} onOpen={setPicture} />
        <fieldset className="mt-6">
          <legend className="sr-only">Options</legend>
          <div className="space-y-3">
            {options.map(({ id, answer_option }, position) => {
              const own = chosen === id
              return (
                <label
                  key={id}
                  className={`flex min-h-13 items-center gap-3 rounded-field border px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary sm:gap-4 sm:px-4 ${
                    own ? 'border-primary bg-tint' : 'border-base-300 bg-base-100'
                  } ${readOnly ? '' : `cursor-pointer ${own ? '' : 'hover:border-primary/60'}`}`}
                >
                  <input
                    type="radio"
                    name={`question-${qid}`}
                    value={id}
                    checked={own}
                    disabled={readOnly}
                    onChange={() => onChoose(id)}
                    className="radio radio-primary shrink-0 outline-none"
                  />
                  <span className={`w-4 shrink-0 font-semibold ${own ? 'text-primary' : 'text-muted'}`}>
                    {letterOf(position)}
                  </span>
                  <Html html={answer_option} inline className="grow" />
                </label>
              )
            })}
          </div>
        </fieldset>
      </div>
      {picture && <ImageDialog picture={picture} onClose={() => setPicture(undefined)} />}
    </>
  )
}

/** The keyboard's way to enlarge the pictures of a question; a pointer may click the picture itself. */
function PictureButtons({ html, onOpen }: { html: string; onOpen: (picture: Picture) => void }) {
  const pictures = picturesOf(html)
  return pictures.map((picture, index) => (
    <button
      key={picture.src}
      type="button"
      className="btn btn-ghost btn-sm -ml-3 mt-1 text-primary"
      onClick={() => onOpen(picture)}
    >
      Enlarge picture{pictures.length > 1 && ` ${index + 1}`}
    </button>
  ))
}

function picturesOf(html: string): Picture[] {
  if (!html.includes('<img')) return []
  const images = parsed(html).querySelectorAll('img')
  return [...images].map((image) => ({ src: image.getAttribute('src') ?? '', alt: image.alt }))
}
