import { useEffect, useRef } from 'react'
import { CloseIcon } from '#ui/icons.tsx'
import type { Splash } from '../dashboard.contract.ts'

export interface SplashDialogProps {
  splash: Splash
  /** The learner says yes; it is not shown again. */
  onConfirm: () => void
  /** Closed without an answer. */
  onClose: () => void
}

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
      aria-label={splash.alt}
      className="m-0 h-dvh max-h-none w-screen max-w-none flex-col items-center justify-center gap-5 bg-[oklch(18%_0.03_292)] p-4 text-white open:flex motion-safe:animate-enter"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => dialog.current?.isConnected && onClose()}
    >
      <button
        type="button"
        className="btn btn-circle absolute top-4 right-4 border-0 bg-white/15 text-white hover:bg-white/30"
        onClick={onClose}
      >
        <CloseIcon />
        <span className="sr-only">Close</span>
      </button>
      <img
        src={splash.web_image}
        alt={splash.alt}
        width={1600}
        height={900}
        className="max-h-[calc(100dvh-10rem)] w-full max-w-6xl rounded-box object-contain"
      />
      <button type="button" data-first-focus className="btn btn-primary btn-lg" onClick={onConfirm}>
        I’m interested
      </button>
    </dialog>
  )
}
