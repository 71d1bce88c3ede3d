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

/** Top of a picture as wide as its card. Opens the whole picture over the screen. */
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
      className="group block w-full overflow-hidden rounded-field border border-base-300 bg-base-200"
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
          <span className="flex items-center justify-center gap-2 border-t border-base-300 py-2.5 text-sm font-medium group-hover:underline">
            <Maximize2Icon className="size-4" />
            View full screen
          </span>
        </>
      )}
    </button>
  )
}
