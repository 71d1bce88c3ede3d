import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { whenTouched } from '#lib/browser/when-idle.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { questionState } from '../answers/attempt.rules.ts'
import type { Attempt } from '../answers/attempt.store.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import type { ExamQuestion } from '../attempt.contract.ts'
import { examPath } from '../../exam-outcome.browser.ts'
import { isAskingSubmit } from '../sitting/exam-session.store.ts'
import type { ExamSitting } from '../sitting/sit-exam.store.ts'
import { exitTo, guardBack, stay } from '../page/leave-guard.browser.ts'
import { ActionBar } from './ActionBar.tsx'
import { ExamHeader } from './ExamHeader.tsx'
import { commandOf } from '#features/questions/ui/keys.ts'
import { LaterPart, loadParts } from './later/LaterPart.tsx'
import { Notices } from './Notices.tsx'
import { $letterKeys } from '#features/questions/ui/preferences.ts'
import { Question } from './Question.tsx'
import { useSitting } from './sitting.ts'
import { useRoomBeside } from './palette/room.ts'

export interface RunningProps {
  exam: ExamDetail
  questions: ExamQuestion[]
  attempt: Attempt
}

/** The exam under way (document 2, section 2, 'In-exam screen'). */
export function Running({ exam, questions, attempt }: RunningProps) {
  const sitting = useSitting()
  const { $dialog, $index, $unsaved, $writing, goTo, handIn } = sitting
  const index = useStore($index)
  const work = useStore(attempt.$work)
  const open = useStore($dialog)
  const readOnly = useStore($writing) !== 'here'
  const question = questions[index]!
  const own = work.work[question.qid]
  const beside = useRoomBeside()
  const paper = { exam, questions, attempt }
  const answered = questions.filter(({ qid }) => questionState(work, qid).startsWith('answered')).length
  useEffect(() => whenTouched(() => void sitting.keepReady(loadParts)), [sitting])
  useShortcuts(question, sitting)
  useBackGuard(sitting)
  const close = () => {
    stay()
    $dialog.set(undefined)
    $unsaved.set(0)
  }
  const pick = (to: number) => {
    goTo(to)
    close()
  }
  const askSubmit = () => $dialog.set('submit')
  const submitButton = (
    <button type="button" className="btn btn-primary btn-outline w-full" disabled={readOnly} onClick={askSubmit}>
      Submit
    </button>
  )
  return (
    <>
      <ExamHeader
        exam={exam}
        attempt={attempt}
        readOnly={readOnly}
        onExit={() => $dialog.set('exit')}
        onHelp={() => $dialog.set('help')}
        onSubmit={askSubmit}
      />
      <div className="grid grow lg:grid-cols-[minmax(0,1fr)_20.5rem]">
        <div className="flex min-w-0 flex-col">
          <div className="mx-auto w-full max-w-3xl grow px-4 py-5 lg:px-6 lg:py-8">
            <Question
              key={question.qid}
              question={question}
              index={index}
              total={questions.length}
              section={exam.sections[question.section]?.title ?? ''}
              work={own}
              readOnly={readOnly}
            />
          </div>
          <ActionBar
            index={index}
            total={questions.length}
            work={own}
            answered={answered}
            readOnly={readOnly}
            notices={<Notices attempt={attempt} questions={questions} />}
            onPalette={() => $dialog.set('palette')}
          />
        </div>
        <aside
          data-edge-to-edge
          className="sticky top-[calc(4rem+1px)] hidden h-[calc(100dvh-4rem-1px)] flex-col border-l border-base-300 bg-base-100 lg:flex"
        >
          <div className="min-h-0 grow overflow-y-auto p-5">
            {beside && <LaterPart>{({ Palette }) => <Palette {...paper} onPick={pick} />}</LaterPart>}
          </div>
          <div className="border-t border-base-300 px-5 py-2">{submitButton}</div>
        </aside>
      </div>
      <ConfirmDialog
        open={open === 'exit'}
        title="Exit Exam"
        message="The clock keeps running while you are away. Your answers are saved, and you can come back until the time is over."
        confirmLabel="Exit Exam"
        cancelLabel="Stay"
        onConfirm={() => exitTo(examPath(exam.id, exam.exam_type.id, exam.courses))}
        onCancel={close}
      />
      {open && open !== 'exit' && (
        <LaterPart
          waiting={null}
          failing={(retry) => (
            <ConfirmDialog
              open
              title="Failed to load data"
              confirmLabel="Try again"
              onConfirm={retry}
              onCancel={close}
            />
          )}
        >
          {({ HelpDialog, Palette, PaletteSheet, SubmitDialog }) =>
            open === 'palette' ? (
              <PaletteSheet onClose={close} foot={submitButton}>
                <Palette {...paper} onPick={pick} />
              </PaletteSheet>
            ) : isAskingSubmit(open) ? (
              <SubmitDialog
                last={open === 'last'}
                {...paper}
                onSubmit={(agreed) => {
                  close()
                  void handIn('learner', agreed)
                }}
                onClose={close}
              />
            ) : (
              <HelpDialog onClose={close} />
            )
          }
        </LaterPart>
      )}
    </>
  )
}

/** 'Back' asks whether to leave, and coming forward again is an answer. */
function useBackGuard({ $dialog }: ExamSitting): void {
  useEffect(
    () =>
      guardBack({
        onBack: () => $dialog.set('exit'),
        onReturn: () => $dialog.get() === 'exit' && $dialog.set(undefined),
      }),
    [$dialog],
  )
}

/** Keys work on the page itself, not while typing, not in dialogs. */
function useShortcuts(question: ExamQuestion, sitting: ExamSitting): void {
  useEffect(() => {
    const { $dialog, $index, choose, clear, goTo, markAndNext, next } = sitting
    const options = question.question.answer_option
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      if (target.closest('input:not([type=radio]), textarea, select, [contenteditable]')) return
      const command = commandOf(event, options.length, $letterKeys.get())
      if (!command) return
      // Left and right would move within the radio group.
      event.preventDefault()
      if (event.repeat && command.do !== 'previous' && command.do !== 'forward') return
      if (command.do === 'choose') choose(options[command.position]!.id)
      else if (command.do === 'previous') goTo($index.get() - 1)
      else if (command.do === 'forward') void next()
      else if (command.do === 'mark') void markAndNext()
      else if (command.do === 'clear') clear()
      else $dialog.set('help')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [question, sitting])
}
