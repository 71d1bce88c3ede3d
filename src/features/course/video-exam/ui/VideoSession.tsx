import { useEffect, useMemo, useState } from 'react'
import { prepareQuestions } from '#features/quizzes/ui/prepare.ts'
import type { Chapter, VideoQuestion } from '../../course.contract.ts'
import { submitVideoExam } from '../video-exam.browser.ts'
import { VideoExamResult } from './VideoExamResult.tsx'
import { VideoQuestions } from './VideoQuestions.tsx'

export interface VideoSessionProps {
  chapter: Chapter
  questions: readonly VideoQuestion[]
  /** Returns to the examinations. */
  onClose: () => void
}

/** A video based exam from its first question to its result. */
export function VideoSession({ chapter, questions, onClose }: VideoSessionProps) {
  const [chosen, setChosen] = useState<Record<number, number>>()
  const asked = useMemo(() => questions.map((question) => ({ ...question, question_id: question.qid })), [questions])
  useEffect(() => prepareQuestions(questions), [questions])
  if (chosen) {
    return <VideoExamResult chapterId={chapter.id} questions={asked} chosen={chosen} onReattempt={onClose} />
  }
  const finish = (all: Record<number, number>) => {
    submitVideoExam(chapter, asked, all)
    setChosen(all)
  }
  return <VideoQuestions questions={asked} onFinish={finish} onLeave={onClose} />
}
