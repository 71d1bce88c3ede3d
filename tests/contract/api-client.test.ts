import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asForm, clientOf, replyOf, type ApiClient, type Named } from '../client/client.ts'
import { clientTypes, TYPES } from '../client/write-types.ts'
import { testApi, type TestApi } from '../support/api/api.ts'

let api: TestApi
let client: ApiClient
let learner: Named<'User'> | undefined
let course: Named<'ListedCourse'>
let page: Named<'CoursePage'>

beforeAll(async () => {
  api = await testApi()
  await api.importDemo()
  client = clientOf(api, () => learner?.token)
})

afterAll(() => api.close())

test('the types of a client are those of the API document (npm run api-types)', async () => {
  expect(readFileSync(TYPES, 'utf8') === (await clientTypes())).toBe(true)
})

describe('with types made of the API document alone, a client', () => {
  test('logs a new learner in and completes the profile', async () => {
    const body = { mobile: '9876501234', device: 'web', country_code: '91' }
    const { user_id, user_exsist } = replyOf(await client.POST('/api/v1/user/registerorlogin', { body }))
    expect(user_exsist).toBe(false)
    const otp = api.codes.at(-1)!.code
    learner = replyOf(await client.POST('/api/v1/user/otp/verifynewuser', { body: { user_id, otp } })).user
    const { user } = replyOf(
      await client.POST('/api/v1/user/registernewuser', {
        body: { mobile: body.mobile, name: 'Asha Nair', email: 'asha@example.org' },
        bodySerializer: asForm,
      }),
    )
    expect(user.registration_completed).toBe('Y')
  })

  test('reads and changes the profile', async () => {
    const body = { name: 'Asha S Nair', email: 'asha@example.org', birthday: '2001-02-03', city: 'Kochi' }
    replyOf(await client.POST('/api/v1/user/profile/edit', { body }))
    const { data } = replyOf(await client.GET('/api/v1/user/profilewithsales'))
    expect(data.user).toMatchObject({ name: 'Asha S Nair', city: 'Kochi', birthday: '2001-02-03' })
  })

  test('finds a course in the catalogue', async () => {
    const query = { search: 'degree', sort: 'popularity', per_page: 5 } as const
    const found = replyOf(await client.GET('/api/v1/user/courses', { params: { query } }))
    expect(found.total).toBeGreaterThan(0)
    const { status } = replyOf(await client.GET('/api/v1/category'))
    expect(status).toBe(true)
    course = found.data.find(({ title }) => title.includes('Degree'))!
  })

  test('buys it', async () => {
    const { page_content } = replyOf(
      await client.POST('/api/v1/user/courses/{id}', { params: { path: { id: course.id } } }),
    )
    const { price, pricegst } = page_content.course_details!
    const order = replyOf(
      await client.POST('/api/v1/user/product/create', {
        body: { buyer_id: learner!.id, content: course.id, payment_mode: 'online_payment', price, price_gst: pricegst },
      }),
    )
    const payment = api.payments.pay(order.order_id)
    const { outcome } = replyOf(
      await client.POST('/api/v1/user/product/payment', {
        body: {
          transaction_id: order.transactionid,
          amount: order.checkout.amount / 100,
          reference_id: payment.id,
          order_id: order.order_id,
          signature: api.payments.sign(order.order_id, payment.id),
          status: 'success',
        },
      }),
    )
    expect(outcome).toBe('granted')
  })

  test('opens the course and keeps where a video stopped', async () => {
    const open = async () => {
      const opened = await client.POST('/api/v1/user/courses/mycourse/{id}', { params: { path: { id: course.id } } })
      return replyOf(opened).page_content
    }
    page = await open()
    expect(page.courseStatus).toBe('Active')
    const { id: chapterId } = page.sections.flatMap(({ chapters }) => chapters).find(({ video }) => video !== null)!
    const params = { path: { chapterId } }
    replyOf(
      await client.POST('/api/v1/user/courses/mycourse/position/{chapterId}', { params, body: { position: 12.5 } }),
    )
    const chapters = (await open()).sections.flatMap((section) => section.chapters)
    expect(chapters.find(({ id }) => id === chapterId)?.position).toBe(12.5)
  })

  test('sits an exam, from the start to the result', async () => {
    const { data: exams } = replyOf(
      await client.GET('/api/v1/user/courses/exam/myCourseExam/{courseId}', {
        params: { path: { courseId: course.id } },
      }),
    )
    const general = replyOf(
      await client.POST('/api/v1/user/courses/mycourse/exams/{courseId}', {
        params: { path: { courseId: course.id } },
      }),
    )
    const exam_id = [...general.examcontent, ...exams][0]!.id
    const { data } = replyOf(
      await client.POST('/api/v1/user/courses/exam/start', { body: { exam_id, status: 'start' } }),
    )
    for (const { qid, question } of data.exam_questions) {
      const answer_option_id = question.answer_option[0]!.id
      const saved = await client.POST('/api/v1/user/courses/exam/update/answer', {
        body: { exam_id, qid, answer_option_id, seq: 1 },
      })
      expect(replyOf(saved).stale).toBe(false)
    }
    const { result_id } = replyOf(
      await client.POST('/api/v1/user/courses/exam/submit', { body: { exam_id, status: 'completed' } }),
    )
    const params = { path: { resultId: result_id } }
    const result = replyOf(await client.GET('/api/v1/user/courses/exam/result/{resultId}', { params })).data
    expect(result.correct_answer_count + result.incorrect_answer_count).toBe(data.total_noq)
    const { qid, question } = data.exam_questions[0]!
    const body = { exam_id, qid, answer_option_id: question.answer_option[1]!.id, seq: 2 }
    const late = await client.POST('/api/v1/user/courses/exam/update/answer', { body })
    expect(late.error?.code).toBe('finished')
  })

  test('takes a quiz', async () => {
    const quiz = replyOf(await client.GET('/api/v1/quickExam/list')).data[0]!
    const path = { examId: quiz.id }
    const { questions } = replyOf(await client.GET('/api/v1/quickExam/{examId}/questions', { params: { path } }))
    const answers = questions.map(({ question_id, options }) => ({
      question_id,
      option_id: options.find(({ isAnswer }) => isAnswer === 'N')!.option_id,
    }))
    const query = { correct_count: 0, incorrect_count: answers.length }
    const { attempt_id } = replyOf(
      await client.POST('/api/v1/quickExam/submit/{examId}', { params: { path, query }, body: { answers } }),
    )
    expect(attempt_id).toBeGreaterThan(0)
  })

  test('practises what was wrong', async () => {
    const { data: session } = replyOf(await client.GET('/api/v1/user/practice/session'))
    const { question_id, review, options } = session[0]!
    const { data: outcome } = replyOf(
      await client.POST('/api/v1/user/practice/answer', { body: { question_id, review, option: options[0]!.id } }),
    )
    expect(outcome.question_id).toBe(question_id)
    expect(outcome.right_options.length).toBeGreaterThan(0)
  })

  test('asks in the discussion, once though it sends it twice', async () => {
    const discussion_panel_id = page.details.discussion_panel_id!
    const ask = () =>
      client.POST('/api/v1/user/discussions/storeDiscussion', {
        params: { header: { 'Idempotency-Key': 'one-question' } },
        body: { discussion_panel_id, content: 'When is the next mock exam?' },
      })
    const { data: asked } = replyOf(await ask())
    expect(replyOf(await ask()).data.id).toBe(asked.id)
    const list = await client.GET('/api/v1/user/discussions/details/{panelId}', {
      params: { path: { panelId: discussion_panel_id } },
    })
    expect(replyOf(list).data[0]).toMatchObject({ id: asked.id, user: { name: 'Asha S Nair' } })
  })

  test('raises a support ticket with a text', async () => {
    const { category } = replyOf(await client.GET('/api/v1/user/ticket/category'))
    const body = { title: 'My receipt', ticket_category_id: category[0]!.id, msg: 'Where do I find my receipt?' }
    const { ticket_id } = replyOf(
      await client.POST('/api/v1/user/ticket/newticketstore', { body, bodySerializer: asForm }),
    )
    const params = { path: { ticketId: ticket_id } }
    const { ticketMessages } = replyOf(await client.GET('/api/v1/user/ticket/ticketmessages/{ticketId}', { params }))
    expect(ticketMessages.map(({ mode }) => mode)).toEqual(['user'])
  })

  test('is told by the type of an error what it can be', async () => {
    const { error } = await client.POST('/api/v1/user/courses/exam/start', {
      body: { exam_id: 999_999, status: 'start' },
    })
    const code: 'not_found' | undefined = error?.code === 'not_found' ? error.code : undefined
    expect(code).toBe('not_found')
  })
})
