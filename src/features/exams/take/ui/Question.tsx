import { useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import type { Work } from '../answers/attempt.rules.ts'
import type { ExamQuestion } from '../attempt.contract.ts'
import FlagIcon from 'virtual:lucide/flag'
import { QuestionBody } from '#features/questions/ui/QuestionBody.tsx'
import { $textSize } from '#features/questions/ui/preferences.ts'
import { useSitting } from './sitting.ts'

export interface QuestionProps {
  question: ExamQuestion
  index: number
  total: number
  section: string
  work: Work | undefined
  /** Another tab or device writes: nothing can be chosen. */
  readOnly: boolean
}

const sizes = {
  small: 'text-[0.9375rem] leading-6',
  normal: 'text-[1.0625rem] leading-7',
  large: 'text-[1.375rem] leading-9',
}

/** A question with its options as a radio group. */
export function Question({ question, index, total, section, work, readOnly }: QuestionProps) {
  const { choose } = useSitting()
  const heading = useRef<HTMLHeadingElement>(null)
  const size = useStore($textSize)
  useEffect(() => {
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [index])
  const { qid } = question
  return (
    <article aria-labelledby="question-heading">
      <div className="mb-4 flex items-center gap-3">
        <h2 id="question-heading" ref={heading} tabIndex={-1} className="shrink-0 text-base font-semibold">
          Question {index + 1} of {total}
        </h2>
        <p className="min-w-0 truncate text-sm text-muted">{section}</p>
        {work?.marked && (
          <p className="ml-auto flex shrink-0 items-center gap-1.5 text-sm font-medium text-primary">
            <FlagIcon className="size-4" />
            <span className="max-sm:sr-only">Marked</span>
          </p>
        )}
      </div>
      <div className={sizes[size]}>
        <QuestionBody
          qid={qid}
          html={question.question.question_content}
          options={question.question.answer_option}
          chosen={work?.option}
          readOnly={readOnly}
          onChoose={choose}
        />
      </div>
    </article>
  )
}
