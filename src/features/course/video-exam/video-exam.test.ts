import { afterEach, expect, it, vi } from 'vitest'
import { submitVideoExam } from './video-exam.browser.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('a video exam that cannot be stored keeps it to itself: it stands on the console alone', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const sent: unknown[] = []
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({ status: false, message: 'No.' }, { status: 500 })
  })
  const options = [
    { option_id: 70, answer_option: '', isAnswer: 'Y' as const },
    { option_id: 71, answer_option: '', isAnswer: 'N' as const },
  ]
  const questions = [7, 8].map((question_id) => ({ question_id, question_content: '', explanation: '', options }))
  submitVideoExam({ id: 31, video: 'a.mp4' }, questions, { 7: 70, 8: 71 })
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
  expect(String(warn.mock.calls[0]![0])).toMatch(/^The video exam submit failed\./)
  expect(sent).toEqual([{ chapter_id: 31, qids: '7,8', option_ids: '70,71', correct_count: 1, incorrect_count: 1 }])
})
