import { useEffect, useRef } from 'react'
import { CloseIcon } from '#ui/icons.tsx'

export interface ImageOverlayProps {
  src: string
  /** What the picture shows. */
  alt: string
  onClose: () => void
}

/** A picture over the whole screen; Escape, the button and a click beside it close it. */
export function ImageOverlay({ src, alt, onClose }: ImageOverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null)
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
      className="m-0 size-full max-h-none max-w-none bg-black/90 p-0 text-white motion-safe:animate-enter"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      onClick={({ target }) => !(target instanceof HTMLImageElement) && onClose()}
    >
      <div className="flex size-full items-center justify-center p-2 pt-16 sm:p-16">
        <img
          src={src}
          alt={alt}
          className="max-h-full min-h-0 w-full max-w-6xl rounded-field bg-white object-contain"
        />
      </div>
      <button
        type="button"
        onClick={onClose}
        className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-white/15 hover:bg-white/30 focus-visible:outline-white"
      >
        <CloseIcon />
        <span className="sr-only">Close</span>
      </button>
    </dialog>
  )
}
