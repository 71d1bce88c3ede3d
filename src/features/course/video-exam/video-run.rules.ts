/**
 * A video based exam under way (document 2, section 4, 'Video exam flow'). Choosing stores and advances; until the last
 * question is answered one may go back and choose again (docs/decisions/0036-a-way-back-in-video-exams.md).
 */
export interface VideoRun {
  /** Of the question on the screen; the number of questions when all are answered and the exam is over. */
  index: number
  /** Question id to option id, the last choice of each. */
  chosen: Readonly<Record<number, number>>
}

type Questions = readonly { question_id: number }[]

export const newVideoRun: VideoRun = { index: 0, chosen: {} }

/** Stores a choice for the question on the screen, in place of an earlier one, and advances. */
export function chooseAndAdvance({ index, chosen }: VideoRun, questions: Questions, optionId: number): VideoRun {
  return { index: index + 1, chosen: { ...chosen, [questions[index]!.question_id]: optionId } }
}

/** Goes back to the question before. */
export function goBack(run: VideoRun): VideoRun {
  return run.index === 0 ? run : { ...run, index: run.index - 1 }
}

/** Goes on, without another choice, from a question that is answered. None is passed over. */
export function goOn(run: VideoRun, questions: Questions): VideoRun {
  const question = questions[run.index]
  return question && question.question_id in run.chosen ? { ...run, index: run.index + 1 } : run
}
