import { useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import CheckIcon from 'virtual:lucide/check'
import type { Chapter } from '../course.contract.ts'
import { $readMarks, markRead, type ReadMark as Mark } from '../read-mark.store.ts'

const words: Record<Mark | 'asked', string> = {
  asked: 'Mark it as read when you have finished it. It counts towards your progress.',
  sending: 'Marking it as read…',
  waiting: 'You are offline. It will be marked as soon as you are back online. Please keep this page open till then.',
  failed: 'It could not be marked. Please try again.',
}

/** Says of an open chapter that it has no video, and lets the learner mark it as read. */
export function ReadMark({ courseId, chapter }: { courseId: number; chapter: Chapter }) {
  const mark = useStore($readMarks)[chapter.id]
  const read = chapter.watched === '1'
  const line = useRef<HTMLParagraphElement>(null)
  const pressed = useRef(false)
  const pressable = !read && mark !== 'waiting'
  useEffect(() => {
    if (pressable || !pressed.current) return
    pressed.current = false
    // The button has gone, and the focus with it.
    if (document.activeElement === document.body) line.current?.focus()
  }, [pressable])
  const press = () => {
    pressed.current = true
    void markRead(courseId, chapter)
  }
  return (
    <section
      aria-label="Chapter without a video"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-box border border-base-300 bg-base-100 px-4 py-4 sm:px-5"
    >
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold">This chapter has no video.</p>
        <p
          ref={line}
          role="status"
          tabIndex={-1}
          className={`mt-0.5 text-sm ${mark === 'failed' ? 'text-error' : 'text-muted'}`}
        >
          {read ? (
            <span className="flex items-center gap-1.5 font-medium text-success">
              <CheckIcon className="size-4" />
              You have marked it as read.
            </span>
          ) : (
            words[mark ?? 'asked']
          )}
        </p>
      </div>
      {pressable && (
        <button
          type="button"
          className="btn btn-outline btn-primary"
          aria-busy={mark === 'sending'}
          aria-disabled={mark === 'sending'}
          onClick={press}
        >
          Mark as read
        </button>
      )}
    </section>
  )
}
