import type { ApiClient } from './client.ts'

/**
 * What the server refuses, and a client with the types of the API document cannot be written to send: these lines are no code
 * to run, and the stage of types fails where one of them is right.
 */
export function refusedAtCompileTime(client: ApiClient): unknown[] {
  return [
    // @ts-expect-error An id is no boolean: 422.
    client.POST('/api/v1/user/courses/exam/start', { body: { exam_id: true, status: 'start' } }),
    // @ts-expect-error An id is no list: 422.
    client.POST('/api/v1/user/courses/exam/start', { body: { exam_id: [1], status: 'start' } }),
    // @ts-expect-error An id is never null: 422.
    client.POST('/api/v1/user/courses/exam/start', { body: { exam_id: null, status: 'start' } }),
    // @ts-expect-error An id is needed: 422.
    client.POST('/api/v1/user/courses/exam/start', { body: { status: 'start' } }),
    // @ts-expect-error There is one status to start with: 422.
    client.POST('/api/v1/user/courses/exam/start', { body: { exam_id: 1, status: 'go' } }),
    // @ts-expect-error A body is needed: 422.
    client.POST('/api/v1/user/courses/exam/start', {}),
    // @ts-expect-error An id in an address is a number: 422.
    client.GET('/api/v1/user/courses/exam/detail/{examId}', { params: { path: { examId: 'one' } } }),
    // @ts-expect-error An address needs its id: 404.
    client.GET('/api/v1/user/courses/exam/detail/{examId}'),
    // @ts-expect-error The query needs a day: 422.
    client.GET('/api/v1/user/live_class/by_date', { params: { query: {} } }),
    // @ts-expect-error There are three orders: 422.
    client.GET('/api/v1/user/courses', { params: { query: { sort: 'cheapest' } } }),
    // @ts-expect-error A flag is true or false: 422.
    client.POST('/api/v1/user/notifications/push/choose', { body: { kind: 'replies', pushed: 'true' } }),
    // @ts-expect-error A choice is of four: 422.
    client.POST('/api/v1/user/practice/grade', { body: { question_id: 1, review: 1, grade: 'perfect' } }),
    // @ts-expect-error A question that was answered is named: 422.
    client.POST('/api/v1/user/practice/answer', { body: { review: 1, option: 'skip' } }),
    // @ts-expect-error This call is made with POST: 405.
    client.GET('/api/v1/user/courses/exam/start'),
    // @ts-expect-error There is no such call: 404.
    client.GET('/api/v1/user/courses/exam/begin'),
  ]
}
