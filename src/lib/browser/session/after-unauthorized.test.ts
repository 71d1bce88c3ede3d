import { describe, expect, it } from 'vitest'
import { afterUnauthorized } from './after-unauthorized.ts'

describe('a 401', () => {
  it('saves the page and leaves for the log-in', () => {
    expect(afterUnauthorized('/support', '?id=4', false)).toEqual({ leave: true, redirect: '/support?id=4' })
  })

  it('is passed on to purchase pages', () => {
    expect(afterUnauthorized('/buycourse/7', '', false)).toEqual({ leave: false })
  })

  it('on a page open to everyone leaves who came to read there, as a visitor', () => {
    expect(afterUnauthorized('/courses/7', '', true)).toEqual({ leave: false, forget: true })
  })

  it('on the log-in pages saves nothing', () => {
    expect(afterUnauthorized('/login', '', false)).toEqual({ leave: true })
    expect(afterUnauthorized('/auth', '', false)).toEqual({ leave: true })
  })
})
