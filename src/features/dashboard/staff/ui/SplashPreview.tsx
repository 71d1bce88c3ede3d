import { useState } from 'react'
import EyeIcon from 'virtual:lucide/eye'
import { isOwnPicture } from '#lib/both/text/own-picture.ts'
import type { FormValues } from '#ui/staff/forms/form-values.ts'
import { toast } from '#ui/Toasts.tsx'
import { SplashDialog } from '../../ui/popups/SplashDialog.tsx'

/** Shows what the form says as learners will see it, over the whole screen. Nothing is saved or counted by that. */
export function SplashPreview({ values }: { values: FormValues }) {
  const [open, setOpen] = useState(false)
  const said = (name: string) => String(values[name]).trim()
  const [image, portrait] = [said('image'), said('portrait')]
  return (
    <div className="mt-5">
      <button type="button" className="btn btn-sm" disabled={!isOwnPicture(image)} onClick={() => setOpen(true)}>
        <EyeIcon className="size-4" />
        Preview
      </button>
      {open && (
        <SplashDialog
          splash={{
            id: 1,
            web_image: image,
            portrait_image: isOwnPicture(portrait) ? portrait : null,
            alt: said('alt'),
            title: said('title'),
            text: said('text'),
            splash_success: said('success'),
          }}
          onConfirm={() => {
            setOpen(false)
            if (said('success')) toast.success(said('success'))
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
