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
export async function logIn(url: string, phone: string): Promise<object> {
  const v1 = `${url}/api/v1/user`
  const { user_id } = await ask<{ user_id: number }>(`${v1}/registerorlogin`, { mobile: phone, country_code: '91' })
  const { messages } = await ask<{ messages: { to: string; code: string }[] }>(`${url}/dev/outbox`)
  const otp = messages.find(({ to }) => to.endsWith(phone))?.code
  return (await ask<{ user: object }>(`${v1}/otp/verify`, { user_id, otp })).user
}

async function ask<Reply>(address: string, body?: object): Promise<Reply> {
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await fetch(address, body && json)
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}`)
  return (await reply.json()) as Reply
}
