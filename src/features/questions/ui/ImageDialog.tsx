import { Dialog } from '#ui/Dialog.tsx'

export interface Picture {
  src: string
  alt: string
}

/** A picture as large as the screen allows; it scrolls where it is larger. */
export function ImageDialog({ picture: { src, alt }, onClose }: { picture: Picture; onClose: () => void }) {
  return (
    <Dialog open title="Picture" size="lg" onClose={onClose}>
      <div className="overflow-auto rounded-field bg-white p-2">
        <img src={src} alt={alt} className="mx-auto h-auto w-full min-w-96" />
      </div>
    </Dialog>
  )
}
