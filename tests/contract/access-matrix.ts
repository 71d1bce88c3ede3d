import type { Access } from '#lib/both/calls/endpoint.ts'
import { COURSE_CATEGORY } from '#features/support/support.rules.ts'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import { seedCourse } from '../support/scenes/catalogue-fixture.ts'
import type { Actor, Scene } from '../support/scenes/access-scene.ts'

/**
 * Who may do what: every call has a row. A call is made with the same input by four learners: the owner of whatever the
 * input names, a stranger who has the same course, one who never bought it (`unpaid`), and one whose purchase has expired
 * (`lapsed`).
 */

/** HTTP status, with the code of the error where it has one: `403 not_entitled`. */
export type Expected = number | `${number} ${string}`

export interface Row {
  /** Who the row says may call; the contract must agree. */
  access: LearnerAccess
  /** What is sent, in addition to or in the place of the declared form's sample. */
  input?: (scene: Scene) => Input | Promise<Input>
  expected: Record<Actor, Expected>
  /** The answer before the profile is completed, where such a caller is let through and it differs from the owner's. */
  incomplete?: Expected
  /** Remarks and their authors are shown to everybody who has the course. */
  open?: Actor[]
}

interface Input {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** Calls of staff have a matrix of their own (staff-access-matrix.ts). */
type LearnerAccess = Exclude<Access, 'entering' | 'staff'>

/** What the token alone decides. 'passes': the call itself answers, see `expected`. */
export const byToken: Record<LearnerAccess, Record<Standing, Expected | 'passes'>> = {
  anyone: { anonymous: 'passes', unknown: 'passes', expired: 'passes', revoked: 'passes', incomplete: 'passes' },
  verified: { anonymous: 401, unknown: 401, expired: 401, revoked: 401, incomplete: 'passes' },
  learner: { anonymous: 401, unknown: 401, expired: 401, revoked: 401, incomplete: '403 profile_incomplete' },
}

export const standings = ['anonymous', 'unknown', 'expired', 'revoked', 'incomplete'] as const
export type Standing = (typeof standings)[number]

type InputOf = Row['input']

/** The same answer for everybody: names nothing, or what is everybody's; a learner gets what is their own. */
const same = (access: LearnerAccess, expected: Expected = 200, input?: InputOf): Row => ({
  access,
  expected: { owner: expected, stranger: expected, unpaid: expected, lapsed: expected },
  ...(input && { input }),
})

/** Names an object of its owner. */
const owned = (refused: Expected, input: InputOf, owner: Expected = 200): Row => ({
  access: 'learner',
  expected: { owner, stranger: refused, unpaid: refused, lapsed: refused },
  ...(input && { input }),
})

/** Names what belongs to a course: whoever has it now may. */
const bought = (unpaid: Expected, lapsed: Expected, input: InputOf, active: Expected = 200): Row => ({
  access: 'learner',
  expected: { owner: active, stranger: active, unpaid, lapsed },
  ...(input && { input }),
})

const NOT_ENTITLED = '403 not_entitled'

const courseId: InputOf = ({ alpha }) => ({ params: { courseId: alpha } })
const attempt = async ({ exam, openAttempt }: Scene) => ({ exam_id: exam.id, attempt_id: await openAttempt() })
const resultId: InputOf = ({ result }) => ({ params: { resultId: result } })
const locked = ({ chapters }: Scene) => ({ chapterId: chapters.three })
/** A code that nobody was sent: codes are drawn by lot, so whichever is written here would be somebody's one day. */
const unsentCode = ({ api }: Scene) =>
  Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0')).find((code) =>
    api.codes.every((sent) => sent.code !== code),
  )!
const card = ({ exam }: Scene) => ({ question_id: exam.questions[0]!.qid })
const paymentBody = ({ transaction, api }: Scene, { id, orderId }: ProviderPayment, amount: number) => ({
  transaction_id: transaction,
  amount,
  reference_id: id,
  order_id: orderId,
  signature: api.payments.sign(orderId, id),
  status: 'success',
})
const browser = {
  endpoint: 'https://push.example.org/of-nobody',
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
}

export const matrix: Record<string, Row> = {
  'POST /api/v1/user/registerorlogin': same('anyone', 422),
  'POST /api/v1/user/otp/long': same('anyone', 422),
  'GET /api/v1/user/otp/resend': same('anyone', 422),
  'POST /api/v1/user/otp/verify': same('anyone', 422, (scene) => ({
    body: { user_id: scene.actors.owner.user.id, otp: unsentCode(scene) },
  })),
  'POST /api/v1/user/otp/verifynewuser': same('anyone', 422, (scene) => ({
    body: { user_id: scene.actors.owner.user.id, otp: unsentCode(scene) },
  })),
  'POST /api/v1/user/registernewuser': {
    ...owned(
      403,
      ({ actors }) => ({ body: { mobile: actors.owner.user.phone, name: 'Another', email: 'a@example.org' } }),
      '409 profile_complete',
    ),
    access: 'verified',
    incomplete: 403,
  },
  'POST /api/v1/user/logout': same('verified'),
  'GET /api/v1/getcontentsource': same('anyone'),
  'GET /api/v1/page/home': same('anyone'),
  'GET /api/v1/category': same('anyone'),
  'GET /api/v1/user/courses': same('anyone'),
  'POST /api/v1/user/courses/{id}': same('learner', 200, ({ alpha }) => ({ params: { id: alpha } })),
  'GET /api/v1/user/owned-courses': same('learner'),
  'GET /api/v1/user/courses/wac/checkCoursePurchseStatus': same('learner', 200, ({ alpha }) => ({
    query: { id: alpha },
  })),
  'POST /api/v1/user/courses/my/course': same('learner'),
  'GET /api/ops/courses': same('anyone'),
  'GET /api/ops/courses-filter': same('anyone'),

  'POST /api/v1/user/courses/mycourse/{id}': same('learner', 200, ({ alpha }) => ({ params: { id: alpha } })),
  'POST /api/v1/user/courses/mycourse/chapterexams/{chapterId}': bought(NOT_ENTITLED, NOT_ENTITLED, (scene) => ({
    params: locked(scene),
  })),
  'POST /api/v1/user/courses/mycourse/chapterquestions/{chapterVideo}': bought(
    NOT_ENTITLED,
    NOT_ENTITLED,
    ({ video, chapters }) => ({
      params: { chapterVideo: video },
      body: { chapter_id: chapters.three },
    }),
  ),
  'POST /api/v1/user/courses/mycourse/chapterquestionsubmit/{chapterVideo}': bought(
    NOT_ENTITLED,
    NOT_ENTITLED,
    ({ video, chapters }) => ({
      params: { chapterVideo: video },
      body: { chapter_id: chapters.three, qids: '', option_ids: '', correct_count: 0, incorrect_count: 0 },
    }),
  ),
  'POST /api/v1/user/courses/cc/customercoursesyllabuslog': bought(NOT_ENTITLED, NOT_ENTITLED, ({ alpha }) => ({
    query: { course_id: alpha },
  })),
  'POST /api/v1/user/courses/cc/customercoursepurchaselog': same('learner', 200, ({ alpha }) => ({
    query: { course_id: alpha, page: 'proceed_to_buy_web' },
  })),
  'POST /api/v1/user/courses/storecustomercommunitylogs/{courseId}': owned(403, ({ alpha, community, actors }) => ({
    params: { courseId: alpha },
    body: { user_id: actors.owner.user.id, community_id: community, course_id: alpha },
  })),
  'POST /api/v1/user/courses/mycourse/log/{contentIdOrCourseId}/{chapterId}': bought(
    NOT_ENTITLED,
    NOT_ENTITLED,
    (scene) => ({
      params: { contentIdOrCourseId: scene.alpha, ...locked(scene) },
    }),
  ),
  'POST /api/v1/user/courses/mycourse/position/{chapterId}': bought(NOT_ENTITLED, NOT_ENTITLED, (scene) => ({
    params: locked(scene),
    body: { position: 10 },
  })),

  'GET /api/v1/permission_enable_api': same('learner'),
  'GET /api/v1/dashboard/dashboardCount': same('learner'),
  'GET /api/v1/dashboard/studyActivity': same('learner'),
  'GET /api/v1/page/appbanner': same('anyone'),
  'POST /api/v1/user/logmarketingsplash/{id}': same('learner', 200, ({ splash }) => ({ params: { id: splash } })),
  'POST /api/v1/user/preference/create': same('learner', 200, () => ({
    body: { options: ['psc'], course: 1, exam: 0 },
  })),

  'GET /api/v1/user/discussions/details/{panelId}': {
    ...bought(403, 403, ({ panel }) => ({ params: { panelId: panel } })),
    open: ['stranger'],
  },
  'GET /api/v1/user/discussions/replies/{id}': {
    ...bought(403, 403, async ({ remark }) => ({ params: { id: await remark() } })),
    open: ['stranger'],
  },
  'GET /api/v1/user/discussions/thread/{id}': {
    ...bought(403, 403, async ({ remark }) => ({ params: { id: await remark() } })),
    open: ['stranger'],
  },
  'POST /api/v1/user/discussions/storeDiscussion': bought(
    403,
    403,
    ({ panel }) => ({ body: { discussion_panel_id: panel, content: 'Is this so?' } }),
    201,
  ),
  'POST /api/v1/user/discussions/deleteDiscussion/{id}': owned(403, async ({ remark }) => ({
    params: { id: await remark() },
  })),
  'POST /api/v1/user/discussions/report/{id}': bought(403, 403, async ({ othersRemark }) => ({
    params: { id: await othersRemark() },
  })),

  'POST /api/v1/user/listmockexams': same('learner'),
  'POST /api/v1/user/listauthmockexams': same('learner'),
  'GET /api/v1/user/homepageexamnew': same('learner'),
  'POST /api/v1/user/courses/mycourse/exams/{courseId}': same('learner', 200, courseId),
  'GET /api/v1/user/courses/exam/myCourseExam/{courseId}': same('learner', 200, courseId),
  'GET /api/v1/user/courses/exam/detail/{examId}': bought(NOT_ENTITLED, NOT_ENTITLED, ({ exam }) => ({
    params: { examId: exam.id },
  })),
  'POST /api/v1/user/courses/exam/start': bought(NOT_ENTITLED, NOT_ENTITLED, ({ exam }) => ({
    body: { exam_id: exam.id, status: 'start' },
  })),
  'POST /api/v1/user/courses/exam/claim': owned(404, async (scene) => ({
    body: { ...(await attempt(scene)), writer: 'w'.repeat(16) },
  })),
  'POST /api/v1/user/courses/exam/times': owned(404, async (scene) => ({
    body: { ...(await attempt(scene)), writer: 'w'.repeat(16), times: [] },
  })),
  'GET /api/v1/user/courses/exam/moved/{attemptId}': same('anyone', 200, async (scene) => ({
    params: { attemptId: await scene.openAttempt() },
  })),
  'POST /api/v1/user/courses/exam/update/answer': owned(404, async (scene) => {
    const { qid, right } = scene.exam.questions[0]!
    return { body: { ...(await attempt(scene)), qid, answer_option_id: right } }
  }),
  'POST /api/v1/user/courses/exam/update/clear': owned(404, async (scene) => ({
    body: { ...(await attempt(scene)), qid: scene.exam.questions[0]!.qid },
  })),
  'POST /api/v1/user/courses/exam/submit': owned(404, async (scene) => ({
    body: { ...(await attempt(scene)), status: 'completed' },
  })),
  'GET /api/v1/user/courses/exam/result/{resultId}': owned(404, resultId),
  'POST /api/v1/user/courses/exam/examsubsectionresult': owned(404, ({ exam, result }) => ({
    body: { exam_id: exam.id, exam_attempet_id: result },
  })),
  'GET /api/v1/user/courses/exam/insights/{resultId}': owned(404, resultId),
  'GET /api/v1/user/courses/exam/responsesheet/{resultId}': owned(404, resultId),
  'GET /api/v1/user/courses/exam/examregformlist/{examId}': same('learner', 200, ({ registration }) => ({
    params: { examId: registration },
  })),
  'GET /api/v1/districtcommunity': same('learner'),
  'POST /api/v1/user/courses/exam/submitexamregform': same('learner', 200, ({ registration }) => ({
    body: { exam_id: registration, dob: '2000-01-31' },
  })),

  'GET /api/v1/user/live_class/by_date': same('learner', 200, () => ({ query: { livedate: '2026-03-02' } })),
  'GET /api/v1/dashboard/upcomingLiveClasses': same('learner'),
  'POST /api/v1/user/live_class/join': bought(403, 403, ({ liveClass }) => ({ query: { live_class_id: liveClass } })),
  'GET /api/v1/user/live_class/feed': same('learner'),
  'POST /api/v1/user/live_class/feed': same('learner'),
  'POST /api/v1/user/live_class/feed/revoke': same('learner'),
  'GET /api/v1/user/webinars/{id}': same('learner', 200, ({ webinar }) => ({ params: { id: webinar } })),
  'POST /api/v1/user/webinars/{id}/register': same('learner', 200, ({ webinar }) => ({ params: { id: webinar } })),
  'POST /api/v1/user/webinars/{id}/cancel': same('learner', 200, ({ webinar }) => ({ params: { id: webinar } })),
  'GET /api/news/news-filter': same('anyone'),

  'GET /api/v1/listNotifications': same('learner'),
  'GET /api/v1/user/notifications/unread': same('learner'),
  'POST /api/v1/user/notifications/read/{id}': owned(404, ({ news }) => ({ params: { id: news } })),
  'POST /api/v1/user/notifications/readall': same('learner', 200, ({ news }) => ({ body: { last_id: news } })),
  'GET /api/v1/user/notifications/push': same('learner'),
  'POST /api/v1/user/notifications/push/choose': same('learner', 200, () => ({
    body: { kind: 'replies', pushed: true },
  })),
  'POST /api/v1/user/notifications/push/subscribe': same('learner', 200, () => ({ body: browser })),
  'POST /api/v1/user/notifications/push/renew': same('anyone', 404, () => ({
    body: { ...browser, old: { endpoint: 'https://push.example.org/of-no-row', auth: browser.keys.auth } },
  })),
  'POST /api/v1/user/notifications/push/unsubscribe': same('learner', 200, () => ({
    body: { endpoint: browser.endpoint },
  })),

  'GET /api/v1/quickExam/list': same('learner'),
  'GET /api/v1/quickExam/{examId}/questions': same('learner', 200, ({ quiz }) => ({ params: { examId: quiz } })),
  'POST /api/v1/quickExam/submit/{examId}': same('learner', 200, ({ quiz }) => ({
    params: { examId: quiz },
    query: { correct_count: 0, incorrect_count: 0 },
  })),

  'GET /api/v1/user/practice/summary': same('learner'),
  'GET /api/v1/user/practice/session': same('learner'),
  'POST /api/v1/user/practice/answer': owned(404, (scene) => ({
    body: { ...card(scene), review: 1, option: scene.exam.questions[0]!.right },
  })),
  'POST /api/v1/user/practice/grade': owned(404, (scene) => ({ body: { ...card(scene), review: 1, grade: 'good' } })),
  'POST /api/v1/user/practice/remove': owned(404, (scene) => ({ body: card(scene) })),
  'POST /api/v1/user/practice/restore': owned(404, (scene) => ({ body: card(scene) })),
  'GET /api/v1/user/practice/notebook': same('learner'),

  'GET /api/v1/user/profilewithsales': same('learner'),
  'POST /api/v1/user/profile/edit': same('learner'),
  'POST /api/v1/user/profile/avatar': same('learner', 422, () => ({
    body: { avatar: new File(['no picture'], 'a.png') },
  })),
  'POST /api/v1/user/profile/cover': same('learner', 422, () => ({
    body: { cover: new File(['no picture'], 'a.png') },
  })),
  'POST /api/v1/user/profile/picture/remove': same('learner'),
  'GET /api/v1/user/sessions': same('learner'),
  'POST /api/v1/user/sessions/end': owned(404, async ({ otherSession }) => ({ body: { id: await otherSession() } })),
  'POST /api/v1/user/sessions/end-others': same('learner'),
  'POST /api/v1/user/export': same('learner'),
  'GET /api/v1/user/deletion': same('learner'),
  'POST /api/v1/user/deletion/code': same('learner'),
  'POST /api/v1/user/deletion/confirm': same('learner', 422, (scene) => ({ body: { otp: unsentCode(scene) } })),

  'POST /api/v1/user/product/create': owned(403, ({ actors, unbought }) => ({
    body: {
      buyer_id: actors.owner.user.id,
      content: unbought,
      payment_mode: 'online_payment',
      price: 1000,
      price_gst: 1180,
    },
  })),
  'POST /api/v1/user/product/free': same('learner', 200, async ({ api }) => ({
    body: { content: (await seedCourse(api.services.db, { title: 'Free', pricePaise: 0 })).id },
  })),
  'POST /api/v1/user/product/payment': owned(404, (scene) => ({
    body: paymentBody(scene, scene.providerPayment, 1180),
  })),
  'POST /api/v1/user/product/renewalpayment/initiate': owned(404, ({ transaction }) => ({
    body: { transaction_id: transaction },
  })),
  'POST /api/v1/user/product/renewalpayment/store': owned(404, async (scene) => ({
    body: paymentBody(scene, await scene.renewalPayment(), 500),
  })),
  'GET /api/v1/user/product/state/{courseId}': same('learner', 200, ({ bought: courseId }) => ({
    params: { courseId },
  })),
  'GET /api/v1/user/customerpurchasehistorylist/{userId}': owned(403, ({ actors }) => ({
    params: { userId: actors.owner.user.id },
  })),
  'GET /api/v1/user/customerpaymenthistorylist/{transactionId}': owned(404, ({ transaction }) => ({
    params: { transactionId: transaction },
  })),
  'GET /api/v1/user/product/invoice/{paymentId}': owned(404, ({ payment }) => ({ params: { paymentId: payment } })),
  'GET /api/v1/user/product/credit-note/{refundId}': owned(404, async ({ creditNote }) => ({
    params: { refundId: await creditNote() },
  })),

  'GET /api/v1/user/ticket/listuserticket': same('learner'),
  'GET /api/v1/user/ticket/ticketmessages/{ticketId}': owned(404, ({ ticket }) => ({ params: { ticketId: ticket } })),
  'POST /api/v1/user/ticket/ticketreplynew': owned(404, ({ ticket }) => ({ body: { ticket_id: ticket, msg: 'More' } })),
  'GET /api/v1/user/ticket/category': same('learner'),
  'POST /api/v1/user/ticket/purchasedcourse': same('learner'),
  // Raised in the name of the token's learner, whatever it says; only about a course that was bought.
  'POST /api/v1/user/ticket/newticketstore': bought(422, 200, ({ actors, alpha }) => ({
    body: {
      user_id: actors.owner.user.id,
      title: 'More',
      ticket_category_id: COURSE_CATEGORY,
      content_id: alpha,
      msg: 'More',
    },
  })),

  'GET /api/v1/user/courses/dailyworkout/{id}': bought('403 not_purchased', '403 expired', ({ alpha }) => ({
    params: { id: alpha },
  })),
  'POST /api/v1/user/courses/dailyworkoutlog/{id}': bought('403 not_purchased', '403 expired', ({ workout }) => ({
    params: { id: workout },
  })),
}
