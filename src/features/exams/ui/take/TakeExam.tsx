import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { ErrorState } from '#ui/ErrorState.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { load, openExam } from '../../exam-loading.store.ts'
import { $message, $screen } from '../../exam-session.store.ts'
import { Finishing } from './Finishing.tsx'
import { Gate } from './Gate.tsx'
import { Running } from './Running.tsx'
import { TakeExamSkeleton } from './TakeExamSkeleton.tsx'

/** Taking an exam, full screen (document 2, section 2, 'In-exam screen'). */
export function TakeExam({ examId }: { examId: number }) {
  const screen = useStore($screen)
  useEffect(() => {
    const unlisten = $message.listen((message) => message && toast.error(message.text, { id: message.text }))
    openExam(examId)
    return unlisten
  }, [examId])
  return (
    <>
      {face(screen)}
      <Toasts />
    </>
  )
}

function face(screen: ReturnType<typeof $screen.get>) {
  switch (screen.name) {
    case 'loading':
      return <TakeExamSkeleton />
    case 'failed':
      return <ErrorState message={screen.message} {...(screen.retry && { onRetry: () => void load() })} />
    case 'gate':
      return <Gate exam={screen.exam} notCounted={screen.notCounted} starting={screen.starting} />
    case 'running':
      return <Running exam={screen.exam} questions={screen.questions} attempt={screen.attempt} />
    case 'finishing':
      return <Finishing name={screen.exam.name} attempt={screen.attempt} finishing={screen.finishing} />
  }
}
