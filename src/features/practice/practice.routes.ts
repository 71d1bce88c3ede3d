import { handle } from '#core/calls/handle.ts'
import * as contract from './practice.contract.ts'
import { answerPractice, gradePractice } from './server/answer.ts'
import { removeFromPractice, restoreToPractice } from './server/leave.ts'
import { listNotebook } from './server/list.ts'
import { getPracticeSession } from './server/session.ts'
import { getPracticeSummary } from './server/summary.ts'

export const practiceRoutes = [
  handle(contract.getPracticeSummary, getPracticeSummary),
  handle(contract.getPracticeSession, getPracticeSession),
  handle(contract.answerPractice, answerPractice),
  handle(contract.gradePractice, gradePractice),
  handle(contract.removeFromPractice, removeFromPractice),
  handle(contract.restoreToPractice, restoreToPractice),
  handle(contract.listNotebook, listNotebook),
]
