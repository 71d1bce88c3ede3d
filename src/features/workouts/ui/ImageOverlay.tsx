import { useEffect, useRef, useState } from 'react'
import XIcon from 'virtual:lucide/x'
import ZoomInIcon from 'virtual:lucide/zoom-in'
import ZoomOutIcon from 'virtual:lucide/zoom-out'

export interface ImageOverlayProps {
  src: string
  /** What the picture shows. */
  alt: string
  onClose: () => void
  /** The picture cannot be loaded. */
  onFail: () => void
}

const control =
  'grid size-11 place-items-center rounded-full bg-black/70 hover:bg-black focus-visible:outline-2 focus-visible:outline-white'

/** A picture over the whole screen; Escape, the button and a click beside it close it. */
export function ImageOverlay({ src, alt, onClose, onFail }: ImageOverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Width by height: a drawing may know no size of its own.
  const [shape, setShape] = useState<number>()
  const [large, setLarge] = useState(false)
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={alt}
      data-covers
      className="m-0 size-full max-h-none max-w-none bg-black/90 p-0 text-white motion-safe:animate-enter"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      onClick={({ target }) => target instanceof HTMLDivElement && onClose()}
    >
      {/* Whole, or twice as large to be read part by part. */}
      <div className="flex size-full overflow-auto p-2 pt-16 sm:p-16" tabIndex={large ? 0 : -1}>
        <img
          src={src}
          alt={alt}
          onError={onFail}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setShape(naturalHeight > 0 ? naturalWidth / naturalHeight : 1)
          }
          style={
            shape === undefined
              ? undefined
              : { aspectRatio: shape, width: `calc(${large ? 2 : 1} * min(100%, 72rem, (100dvh - 8rem) * ${shape}))` }
          }
          className={`m-auto shrink-0 rounded-field bg-white ${shape === undefined ? 'invisible' : ''}`}
        />
      </div>
      <div className="absolute top-3 right-3 flex gap-2">
        <button type="button" onClick={() => setLarge(!large)} aria-pressed={large} className={control}>
          {large ? <ZoomOutIcon /> : <ZoomInIcon />}
          <span className="sr-only">Zoom</span>
        </button>
        <button type="button" onClick={onClose} className={control}>
          <XIcon />
          <span className="sr-only">Close</span>
        </button>
      </div>
    </dialog>
  )
}
