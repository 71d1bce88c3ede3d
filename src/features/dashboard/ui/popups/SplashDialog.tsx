import { useEffect, useRef } from 'react'
import XIcon from 'virtual:lucide/x'
import type { Splash } from '../../dashboard.contract.ts'

export interface SplashDialogProps {
  splash: Splash
  /** The learner says yes; it is not shown again. */
  onConfirm: () => void
  /** Closed without an answer. */
  onClose: () => void
}

/** Screens for the other picture. */
const UPRIGHT = '(orientation: portrait)'

/** The marketing splash over the whole screen (document 1, section 2, 'Dashboard'). */
export function SplashDialog({ splash, onConfirm, onClose }: SplashDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={splash.title || splash.alt}
      data-covers
      className="m-0 h-dvh max-h-none w-screen max-w-none flex-col items-center justify-center gap-5 overflow-y-auto bg-[oklch(18%_calc(0.03*var(--brand-vividness))_var(--brand-hue))] p-4 text-center text-white open:flex [&_:focus-visible]:outline-white motion-safe:animate-enter"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => dialog.current?.isConnected && onClose()}
    >
      <button
        type="button"
        className="btn btn-circle absolute top-4 right-4 border-0 bg-black/50 text-white hover:bg-black/70"
        onClick={onClose}
      >
        <XIcon />
        <span className="sr-only">Close</span>
      </button>
      <picture className="flex min-h-40 w-full shrink justify-center">
        {splash.portrait_image && <source media={UPRIGHT} srcSet={splash.portrait_image} />}
        <img
          src={splash.web_image}
          alt={splash.alt}
          // WebKit narrows a picture that is as low as its place only where its height is stated: else its corners are square.
          className={`h-full min-h-0 max-w-full rounded-box object-contain lg:max-w-6xl ${splash.portrait_image ? 'portrait:aspect-3/4 landscape:aspect-video' : 'aspect-video'}`}
        />
      </picture>
      <div className="shrink-0">
        {splash.title ? (
          <>
            <h2 className="text-2xl font-bold sm:text-3xl">{splash.title}</h2>
            {splash.text && <p className="mx-auto mt-2 max-w-xl text-balance sm:text-lg">{splash.text}</p>}
          </>
        ) : (
          // What the picture says is too small to be read in it.
          <p aria-hidden="true" className="mx-auto max-w-xl landscape:hidden">
            {splash.alt}
          </p>
        )}
      </div>
      <button type="button" data-first-focus className="btn btn-primary btn-lg shrink-0" onClick={onConfirm}>
        I’m interested
      </button>
    </dialog>
  )
}
