import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { loading } from './loading.ts'
import { useLoaded } from './use-loaded.ts'

it('asks for nothing while a page is drawn, and says that it is loading', () => {
  const ask = vi.fn(async (id: number) => id)
  const loader = loading(ask)
  const Island = () => <p>{useLoaded(loader, 1).is}</p>
  expect(renderToString(<Island />)).toBe('<p>loading</p>')
  expect(ask).not.toHaveBeenCalled()
})
