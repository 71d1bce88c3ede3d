import { addressState, number, oneOf, words } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import * as contracts from '../exams.contract.ts'
import { rankSorts } from '../exams.rules.ts'

/** What the address of an exam's screen says: its tab, and the order and place of the lists. */
export const address = addressState({
  tab: oneOf('sitting', 'results', 'questions', 'overview'),
  sort: oneOf(...rankSorts),
  paper: number(0, 0),
  after: words('', 1000),
})

/** Of the exam and, where one is named, another of its papers. */
export interface Asked {
  id: number
  paper: number
}

/** The paper as a call takes it: none is the one that is looked at. */
export const paperIn = ({ paper }: Pick<Asked, 'paper'>) => (paper > 0 ? { paper } : {})

export const exam = loading(
  ({ id, ...asked }: Asked, signal) => staffCall(contracts.getExam, { params: { id }, query: paperIn(asked), signal }),
  { mayMiss: true },
)

export const sitting = loading(({ id, after }: { id: number; after: string }, signal) =>
  staffCall(contracts.listSitting, { params: { id }, query: after ? { after } : {}, signal }),
)

export const ranks = loading(
  ({ id, sort, after, ...asked }: Asked & { sort: (typeof rankSorts)[number]; after: string }, signal) =>
    staffCall(contracts.listRanks, {
      params: { id },
      query: { ...paperIn(asked), sort, ...(after && { after }) },
      signal,
    }),
)

export const items = loading(({ id, ...asked }: Asked, signal) =>
  staffCall(contracts.listItems, { params: { id }, query: paperIn(asked), signal }),
)
