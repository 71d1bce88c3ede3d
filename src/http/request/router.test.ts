import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { KnowingRouter } from './router.ts'

function appWith(router?: KnowingRouter<never>) {
  const app = new Hono(router && { router })
  app.use(async (c, next) => {
    await next()
    c.header('x-passed', `${c.res.headers.get('x-passed') ?? ''}all`)
  })
  app.get('/exams', (c) => c.text('exams'))
  app.post('/exams', (c) => c.text('made'))
  app.get('/exams/:id', (c) => c.text(`exam ${c.req.param('id')}`))
  app.get('/exams/next', (c) => c.text('never, for the pattern was first'))
  app.use('/staff/*', (c) => Promise.resolve(c.text('no', 403)))
  app.get('/staff/desk', (c) => c.text('desk'))
  return app
}

test('finds what the router of Hono finds, the first time and later', async () => {
  const asked = [
    ['GET', '/exams'],
    ['POST', '/exams'],
    ['HEAD', '/exams'],
    ['DELETE', '/exams'],
    ['GET', '/exams/1'],
    ['GET', '/exams/next'],
    ['GET', '/staff/desk'],
    ['GET', '/nothing'],
  ] as const
  const told = async (app: Hono, [method, path]: (typeof asked)[number]) => {
    const reply = await app.request(path, { method })
    return [reply.status, await reply.text(), reply.headers.get('x-passed')]
  }
  const hono = appWith()
  const ours = appWith(new KnowingRouter())
  for (const time of ['first', 'second', 'third'])
    for (const one of asked)
      expect(await told(ours, one), `${time} time ${one.join(' ')}`).toEqual(await told(hono, one))
})
