import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { NotShown } from './NotShown.tsx'

const shown = (state: Parameters<typeof NotShown>[0]['state']) =>
  renderToStaticMarkup(<NotShown what="receipt" state={state} onRetry={() => {}} />)

describe('in place of a receipt', () => {
  it('that is none of the learner’s stands that there is none, with the way to their purchases', () => {
    expect(shown({ is: 'missing' })).toContain('There is no such receipt.')
    expect(shown({ is: 'missing' })).toContain('href="/my-purchases"')
    expect(shown({ is: 'missing' })).toContain('Your receipt</h1>')
  })

  it('that could not be loaded stands why, and it can be asked for again', () => {
    expect(shown({ is: 'failed', unreachable: true })).toContain(
      'The receipt will load as soon as you are back online.',
    )
    expect(shown({ is: 'failed', unreachable: false })).toContain('Something went wrong on our side.')
    expect(shown({ is: 'failed', unreachable: false })).toContain('Try again')
  })
})
