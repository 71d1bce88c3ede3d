import { useState } from 'react'
import Maximize2Icon from 'virtual:lucide/maximize-2'
import ImageIcon from 'virtual:lucide/image'

export interface PictureProps {
  src: string
  /** What the picture shows. */
  alt: string
  onOpen: () => void
  /** Fetches another address; the picture is tried again when that is done, whatever came of it. */
  renew: () => Promise<unknown>
}

/** A picture that fills its card, from its top; the whole of it opens over the screen. */
export function Picture({ src, alt, onOpen, renew }: PictureProps) {
  // Of an address: a new one may work.
  const [failed, setFailed] = useState<string>()
  const again = async () => {
    await renew().catch(() => {})
    setFailed(undefined)
  }
  return (
    <button
      type="button"
      onClick={() => (failed === src ? void again() : onOpen())}
      className="group relative block w-full overflow-hidden rounded-field border border-base-300 bg-base-200"
    >
      {failed === src ? (
        <span className="flex aspect-video max-h-96 w-full flex-col items-center justify-center gap-2 p-4 text-sm text-muted">
          <ImageIcon className="size-8" />
          <span>
            <span className="sr-only">{alt}: </span>
            This picture could not be loaded. Select it to try again.
          </span>
        </span>
      ) : (
        <>
          <img
            src={src}
            alt={alt}
            loading="lazy"
            onError={() => setFailed(src)}
            className="aspect-video max-h-96 w-full bg-white object-cover object-top"
          />
          <span className="absolute right-2 bottom-2 grid size-10 place-items-center rounded-full bg-black/70 text-white group-hover:bg-black">
            <Maximize2Icon className="size-4" />
            <span className="sr-only">, full screen</span>
          </span>
        </>
      )}
    </button>
  )
}
