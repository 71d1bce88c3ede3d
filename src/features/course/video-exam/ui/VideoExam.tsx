import { useState, type ComponentType, type ReactNode } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { lockedWords } from '#features/exams/list/course-exams.rules.ts'
import { call } from '#lib/browser/call/call.ts'
import { retryable } from '#lib/browser/call/retryable.ts'
import LockIcon from 'virtual:lucide/lock'
import { toast } from '#ui/Toasts.tsx'
import { chapterVideo } from '../../player/video.rules.ts'
import { getChapterQuestions, type Chapter, type CoursePage, type VideoQuestion } from '../../course.contract.ts'
import type { VideoSessionProps } from './VideoSession.tsx'

type Stage =
  /** `back`: from the questions, so that the focus goes on where they began. */
  | { is: 'closed'; back: boolean }
  | { is: 'opening' }
  | { is: 'open'; Session: ComponentType<VideoSessionProps>; questions: VideoQuestion[] }

export interface VideoExamProps {
  /** Has questions; while it is locked they are counted, not asked. */
  chapter: Chapter
  status: CoursePage['courseStatus']
  /** The rest of the tab, which gives way while questions are answered. */
  children: ReactNode
}

const loadSession = retryable(() => import('./VideoSession.tsx'))

/** The video based exam of a chapter above the other exams of the tab (document 2, section 4, 'Video exam flow'). */
export function VideoExam({ chapter, status, children }: VideoExamProps) {
  const [stage, setStage] = useState<Stage>({ is: 'closed', back: false })
  const close = () => setStage({ is: 'closed', back: true })
  const attend = async () => {
    setStage({ is: 'opening' })
    try {
      const params = { chapterVideo: chapterVideo(chapter) }
      const [{ data }, { VideoSession: Session }] = await Promise.all([
        call(getChapterQuestions, { params, body: { chapter_id: chapter.id } }),
        // Code that only those who attend need.
        loadSession(),
      ])
      setStage({ is: 'open', Session, questions: data.questions })
    } catch {
      close()
      toast.error('Error while fetching chapter video exam')
    }
  }
  if (stage.is === 'open') return <stage.Session chapter={chapter} questions={stage.questions} onClose={close} />
  const opening = stage.is === 'opening'
  return (
    <div className="space-y-4">
      <section
        aria-labelledby="video-exam"
        className="flex flex-wrap items-center justify-between gap-4 rounded-box border border-base-300 bg-base-100 px-5 py-4"
      >
        <div className="min-w-0">
          <h3 id="video-exam" className="font-semibold">
            Video Based Exam
          </h3>
          <p className="mt-1 text-sm text-muted">
            {counted(chapter.question_count, 'question')} on this video, no time limit
          </p>
        </div>
        {chapter.open || status === 'Active' ? (
          <button
            type="button"
            className="btn btn-primary"
            aria-busy={opening}
            aria-disabled={opening}
            autoFocus={stage.is === 'closed' && stage.back}
            onClick={() => !opening && void attend()}
          >
            Attend Exam
          </button>
        ) : (
          <p className="flex items-center gap-2 text-sm text-muted">
            <LockIcon className="size-5 shrink-0" />
            {lockedWords[status]}
          </p>
        )}
      </section>
      {children}
    </div>
  )
}
