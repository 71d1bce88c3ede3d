import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { listQuizzes } from './quizzes.contract.ts'

export const quizList = loading(async (_: void, signal) => (await call(listQuizzes, { signal })).data)
