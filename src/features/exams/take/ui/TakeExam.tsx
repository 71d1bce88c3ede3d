import { useDeferredValue, useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { paths } from '#lib/both/paths.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { openExam } from '../page/open-exam.browser.ts'
import type { Screen } from '../sitting/exam-session.store.ts'
import { LaterGate } from './later/LaterGate.tsx'
import { LaterPart } from './later/LaterPart.tsx'
import { Running } from './Running.tsx'
import { SittingProvider, useSitting } from './sitting.ts'
import { TakeExamSkeleton } from './TakeExamSkeleton.tsx'

/** Taking an exam, full screen (document 2, section 2, 'In-exam screen'). */
function TakeExam({ examId }: { examId: number }) {
  const [sitting] = useState(() => openExam(examId))
  const latest = useStore(sitting.$screen)
  // React renders a deferred value in short tasks. Later changes of the screen are rendered at once.
  const deferred = useDeferredValue(latest)
  const screen = deferred.name === 'loading' ? deferred : latest
  useEffect(
    () =>
      sitting.$message.subscribe((message) => {
        if (message) (message.good ? toast : toast.error)(message.text, { id: message.text })
      }),
    [sitting],
  )
  return (
    <SittingProvider value={sitting}>
      {face(screen)}
      <Toasts />
    </SittingProvider>
  )
}

/** Where else to go: this screen has no menu. */
const allExams = { label: 'See all exams', href: paths.mockTests }
const elsewhere = [
  { label: 'My Courses', href: paths.myCourses },
  { label: 'Dashboard', href: paths.dashboard },
]

/** While nobody can be shown how the exam ends: that goes its way all the same. */
const end = {
  waiting: <TakeExamSkeleton />,
  failing: (retry: () => void) => (
    <ErrorState hint="Your answers are sent as soon as the server can be reached." onRetry={retry} />
  ),
}

export function face(screen: Screen) {
  switch (screen.name) {
    case 'loading':
      return <TakeExamSkeleton />
    case 'failed':
      return (
        <div className="my-auto">
          <Failure {...screen} />
        </div>
      )
    case 'gate':
      return <LaterGate exam={screen.exam} notCounted={screen.notCounted} starting={screen.starting} />
    case 'running':
      return <Running exam={screen.exam} questions={screen.questions} attempt={screen.attempt} />
    case 'ended':
      return <LaterPart {...end}>{({ Ended }) => <Ended {...screen} />}</LaterPart>
    case 'finishing':
      return (
        <LaterPart {...end}>
          {({ Finishing }) => <Finishing exam={screen.exam} attempt={screen.attempt} finishing={screen.finishing} />}
        </LaterPart>
      )
  }
}

function Failure({ message, retry }: Extract<Screen, { name: 'failed' }>) {
  const { load } = useSitting()
  return retry ? (
    <ErrorState message={message} onRetry={() => void load()} ways={[allExams, ...elsewhere]} />
  ) : (
    <EmptyState
      message={message}
      hint="The link may be old, or the exam belongs to a course that is not yours."
      actionLabel={allExams.label}
      href={allExams.href}
      ways={elsewhere}
    />
  )
}

export const TakeExamIsland = numbered(TakeExam, (examId) => ({ examId }))
