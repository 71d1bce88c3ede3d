import { createHash } from 'node:crypto'
import type { ApiError } from '#lib/both/calls/errors.ts'
import { closedPolicy } from './pages/page-policy.ts'

const style = `
:root { color-scheme: light dark; --paper: #faf9f7; --ink: #1f1b2e; --soft: #5f5a6e; --mark: #3d3850; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --paper: #17141f; --ink: #ece9f4; --soft: #b3adc4; --mark: #d6d1e4; --on: #1c1430 }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, sans-serif }
main { max-width: 28rem; padding: 2rem 1.25rem; text-align: center }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.3 }
p { margin: 0 0 1rem; color: var(--soft) }
a { display: inline-block; margin-top: .75rem; padding: .75rem 1.5rem; border-radius: .5rem; background: var(--mark);
  color: var(--on); font-weight: 600; text-decoration: none }
a:focus-visible { outline: 3px solid var(--mark); outline-offset: 3px }
small { display: block; margin-top: 1.5rem; color: var(--soft); font-size: .8125rem }
`

const policy = `${closedPolicy}; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * The page in place of one that cannot be drawn. It needs nothing that could be missing, too: no data, no layout, no files.
 * @param answer what went wrong with the data; undefined when it was something else, which only we can mend
 */
export function faultPage(answer: ApiError | undefined, requestId: string): Response {
  const title = answer ? 'We will be right back' : 'Something went wrong'
  const why = answer
    ? 'This page cannot be shown because our server cannot reach its data at the moment. It is not because of anything you did.'
    : 'This page cannot be shown because of an error on our side. We have been informed.'
  const html = `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${why}</p>
<p>Nothing that was saved is lost. Exam answers that were not sent yet stay on your device and will be sent when the server is back.</p>
<a href="">Try again</a>
<small>Reference: ${requestId}</small>
</main>
</body>
</html>
`
  return new Response(html, {
    status: answer?.status ?? 500,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      ...(answer?.retryAfter && { 'retry-after': String(answer.retryAfter) }),
    },
  })
}
