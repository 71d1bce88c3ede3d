import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { typedText } from '#lib/server/text/learner-text.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { discussionFixture } from '../../../../tests/support/scenes/discussion-fixture.ts'
import { supportFixture } from '../../../../tests/support/scenes/support-fixture.ts'
import { makeExport, editProfile } from '../profile.contract.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi()
})

afterEach(() => api.close())

const { newPanel, member } = discussionFixture(() => api)
const { asker } = supportFixture(() => api)

const TEXTS = [
  '  for i in range(3):\n\tprint(i)   \n\n\n\n    done  ',
  '\n\nbegins and ends with lines\n\n\n',
  'a  b   c\u00a0\u00a0d \u3000e',
  'see HTTPS://Example.ORG/%7ea/../b?q="1"&r=<2> and https://\u0430pple.com/x, really',
  '<b>no</b> &lt;entities&gt; &amp;amp; "quotes" \'too\'',
  'നമസ്കാരം ക\u200dഷ \u202eturned\u202c 👩‍🏫',
]

/** Everything that is known of somebody, as they download it. */
async function download(token: string, format: 'json' | 'html'): Promise<string> {
  const { body } = await api.call(makeExport, { body: { format } }, { token })
  return (await api.request(body.address)).text()
}

describe.each(TEXTS)('%j', (text) => {
  it('is kept as it was typed in a comment, where it is read and in the download', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    const { body } = await asha.write(panelId, text)
    const [comment] = (await asha.list(panelId)).body.data
    expect(comment!.content).toBe(body.data.content)
    // A host in two writings is read as it is looked up; nothing else differs.
    const read = text.replace('https://\u0430pple.com', 'https://xn--pple-43d.com')
    expect(typedText(comment!.content)).toBe(read)
    const data = JSON.parse(await download(asha.token, 'json')) as { comments: { content_html: string }[] }
    expect(data.comments.map(({ content_html }) => content_html)).toEqual([text])
  })

  it('is kept so in the messages of a ticket', async () => {
    const asha = await asker()
    const { ticket_id } = (await asha.raise({ msg: text })).body
    await asha.reply(ticket_id, text)
    const read = text.replace('https://\u0430pple.com', 'https://xn--pple-43d.com')
    const { ticketMessages } = (await asha.read(ticket_id)).body
    expect(ticketMessages.map(({ msg }) => typedText(msg))).toEqual([read, read])
    const data = JSON.parse(await download(asha.token, 'json')) as { ticket_messages: { body: string }[] }
    expect(data.ticket_messages.map(({ body }) => body)).toEqual([text, text])
  })
})

test('the readable download shows spaces and lines as they were typed', async () => {
  const asha = await asker()
  await asha.raise({ msg: '  a   b\n\n\tc  ' })
  const html = await download(asha.token, 'html')
  expect(html).toContain('<td>  a   b<br><br>\tc  </td>')
  expect(html).toMatch(/td \{[^}]*white-space: pre-wrap/)
})

test('letters with marks are kept in one spelling (NFC), and line breaks as one character', async () => {
  const { courseId, panelId } = await newPanel()
  const asha = await member(courseId)
  expect((await asha.write(panelId, 'Zoe\u0308\r\nand\rI')).body.data.content).toBe('Zo\u00eb<br>\nand<br>\nI')
})

test('spaces at the ends take nothing from the room for words, and are bounded themselves', async () => {
  const asha = await asker()
  const blanks = ' '.repeat(900)
  expect((await asha.raise({ msg: `${blanks}${'x'.repeat(1000)}${blanks}` })).status).toBe(200)
  expect((await asha.raise({ msg: 'x'.repeat(1001) })).body.errors).toEqual({
    msg: 'Description can have at most 1000 characters',
  })
  const { courseId, panelId } = await newPanel()
  const binu = await member(courseId)
  expect((await binu.write(panelId, `${' '.repeat(5000)}${'x'.repeat(5000)}`)).status).toBe(201)
  for (const long of [`${' '.repeat(5001)}${'x'.repeat(5000)}`, 'x'.repeat(5001)])
    expect((await binu.write(panelId, long)).body.errors).toEqual({ content: 'At most 5000 characters' })
})

test.each(['', '  \n\t ', '\u200b\u2060', '\u3164\u2800'])(
  'what holds nothing to be seen (%j) is refused, field by field',
  async (blank) => {
    const asha = await asker()
    expect((await asha.raise({ title: blank, msg: blank })).body.errors).toEqual({
      title: 'Title is required',
      msg: 'Description is required',
    })
    const { ticket_id } = (await asha.raise()).body
    expect((await asha.reply(ticket_id, blank)).body.errors).toEqual({ msg: 'Message is required' })
    const profile = { name: blank, email: asha.user.email!, birthday: null, city: blank }
    const answer = await api.call(editProfile, { body: profile }, { token: asha.token })
    expect(answer.body.errors).toMatchObject({ name: 'Name is required' })
  },
)

test('names and places stand on one line, with one space between words', async () => {
  const asha = await asker()
  const profile = { name: '  Asha \t  Menon\n', email: asha.user.email!, birthday: null, city: ' North   Paravur ' }
  await api.call(editProfile, { body: profile }, { token: asha.token })
  const data = JSON.parse(await download(asha.token, 'json')) as { profile: object[] }
  expect(data.profile).toMatchObject([{ name: 'Asha Menon', city: 'North Paravur' }])
})
