/** What the bench needs to know of the demo content on a running server. */

/** The id of the course with this title. */
export async function courseId(url: string, title: string): Promise<number> {
  const { data } = await ask<{ data: { id: number; title: string }[] }>(`${url}/api/v1/user/courses?per_page=100`)
  const course = data.find((one) => one.title === title)
  if (!course) throw new Error(`The demo has no course '${title}'`)
  return course.id
}

/** The path of the first category's page. */
export async function categoryPath(url: string): Promise<string> {
  const { course_groups: groups } = await ask<{
    course_groups: { slug: string; course_categories: { slug: string }[] }[]
  }>(`${url}/api/ops/courses`)
  const [group] = groups
  return `/courses/${group!.slug}/${group!.course_categories[0]!.slug}`
}

/** Logs a demo learner in as a browser does. @returns what it stores under `user` */
export async function logIn(url: string, phone: string): Promise<User> {
  const v1 = `${url}/api/v1/user`
  const { user_id } = await ask<{ user_id: number }>(`${v1}/registerorlogin`, { mobile: phone, country_code: '91' })
  const { messages } = await ask<{ messages: { to: string; code: string }[] }>(`${url}/dev/outbox`)
  const otp = messages.find(({ to }) => to.endsWith(phone))?.code
  return (await ask<{ user: User }>(`${v1}/otp/verify`, { user_id, otp })).user
}

export interface User {
  id: number
  token: string
}

/** The id of the general exam with this title. */
export async function examId(url: string, { token }: User, title: string): Promise<number> {
  const list = { status: 'all', per_page: 50 }
  const { exams } = await ask<{ exams: { data: { id: number; title: string }[] } }>(
    `${url}/api/v1/user/listmockexams`,
    list,
    token,
  )
  return exams.data.find((exam) => exam.title === title)!.id
}

/** Starts an exam, without a name of the tab that writes: the first that opens it does. */
export async function startExam(url: string, { token }: User, exam: number): Promise<void> {
  await ask(`${url}/api/v1/user/courses/exam/start`, { exam_id: exam, status: 'start' }, token)
}

/** Starts an exam and hands it in at once. @returns the address of its result */
export async function satExam(url: string, user: User, exam: number): Promise<string> {
  await startExam(url, user, exam)
  const end = { exam_id: exam, status: 'completed' }
  const { result_id } = await ask<{ result_id: number }>(`${url}/api/v1/user/courses/exam/submit`, end, user.token)
  return `/mock-test/${exam}/exam-result/${result_id}`
}

/** The addresses of a purchase of this learner, and of its receipt. */
export async function purchasePaths(url: string, { id, token }: User): Promise<string[]> {
  const v1 = `${url}/api/v1/user`
  type Purchases = { data: { transaction_id: number }[] }
  const bought = await ask<Purchases>(`${v1}/customerpurchasehistorylist/${id}`, undefined, token)
  const { transaction_id: purchase } = bought.data[0]!
  type Payments = { data: { id: number }[] }
  const payments = await ask<Payments>(`${v1}/customerpaymenthistorylist/${purchase}`, undefined, token)
  return [`/my-purchases/${purchase}`, `/my-purchases/${purchase}/receipt/${payments.data[0]!.id}`]
}

async function ask<Reply>(address: string, body?: object, token?: string): Promise<Reply> {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const reply = await fetch(address, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}`)
  return (await reply.json()) as Reply
}
