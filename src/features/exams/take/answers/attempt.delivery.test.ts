import fc from 'fast-check'
import { expect, test } from 'vitest'
import { events, modelServer, sitThrough } from '../../../../../tests/support/sitting/lossy-network.ts'

const paper = [1, 2, 3].map((qid) => ({ qid, options: [qid * 10, qid * 10 + 1, qid * 10 + 2] }))

test('whatever is lost, repeated, late or reloaded, in the end the server has what the candidate did last', async () => {
  await fc.assert(
    fc.asyncProperty(events(paper.length, 3), async (happening) => {
      const server = modelServer()
      const done = await sitThrough(happening, paper, server)
      const saved = (await server.saved()).map(({ seq: _seq, ...response }) => response)
      expect(saved).toEqual(done)
    }),
    { numRuns: 1500 },
  )
})
