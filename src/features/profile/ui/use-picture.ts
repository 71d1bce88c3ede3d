import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/both/calls/errors.ts'
import { pictureProblem } from '#lib/both/files.ts'
import { call } from '#lib/browser/call/call.ts'
import { upload } from '#lib/browser/call/upload.ts'
import { toast } from '#ui/Toasts.tsx'
import { changeAvatar, changeCover, removePicture, type OwnProfile } from '../profile.contract.ts'
import { messages } from '../profile.rules.ts'

/** What a file picker offers. What the file really is, the server sees. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

export interface PictureUpload {
  /** The chosen picture, shown while it is on its way. */
  preview: string | undefined
  /** From 0 to 1 while it is sent; undefined when nothing is under way. */
  progress: number | undefined
  /** What is wrong, until the next try. */
  problem: string | undefined
  /** The same file again, where that may help. */
  tryAgain: (() => void) | undefined
  choose: (file: File) => void
  remove: () => void
}

/** Changes the avatar or the cover. The old picture stays until the server has the new one. */
export function usePicture(which: 'avatar' | 'cover', onChange: (profile: OwnProfile) => void): PictureUpload {
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [again, setAgain] = useState(false)
  const busy = useRef(false)

  useEffect(() => {
    if (!file) return setPreview(undefined)
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])

  const run = async (work: () => Promise<{ status: boolean; user: OwnProfile }>, repeatable: boolean) => {
    if (busy.current) return
    busy.current = true
    setProblem(undefined)
    setProgress(0)
    try {
      const { user } = await work()
      onChange(user)
      setFile(undefined)
      toast.success(messages.saved)
    } catch (error) {
      const refused = error instanceof ApiError
      const named = refused ? error.errors?.[which] : undefined
      toast.error(refused ? messages.pictureFailed : messages.pictureError)
      setProblem(
        named ?? (refused ? error.message : 'The server cannot be reached. Your picture has not been changed.'),
      )
      setAgain(repeatable && named === undefined)
      if (named !== undefined || !repeatable) setFile(undefined)
    } finally {
      busy.current = false
      setProgress(undefined)
    }
  }

  const send = (chosen: File) =>
    run(
      () =>
        which === 'avatar'
          ? upload(changeAvatar, { body: { avatar: chosen } }, setProgress)
          : upload(changeCover, { body: { cover: chosen } }, setProgress),
      true,
    )

  return {
    preview: progress === undefined ? undefined : preview,
    progress,
    problem,
    tryAgain: problem !== undefined && again && file ? () => void send(file) : undefined,
    choose: (chosen) => {
      setAgain(false)
      const wrong = pictureProblem(chosen)
      if (wrong) {
        setFile(undefined)
        return setProblem(wrong)
      }
      setFile(chosen)
      void send(chosen)
    },
    remove: () => void run(() => call(removePicture, { body: { picture: which } }), false),
  }
}
