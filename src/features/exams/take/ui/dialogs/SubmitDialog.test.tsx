import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { fakeTimeInEachTest } from '../../../../../../tests/support/sitting/browser-time.ts'
import { examBrowser, NOW } from '../../../../../../tests/support/sitting/exam-screen.ts'

const shown = vi.hoisted(() => ({ actions: undefined as ReactNode }))
vi.mock('#ui/Dialog.tsx', () => ({
  Dialog: ({ actions }: { actions: ReactNode }) => {
    shown.actions = actions
    return null
  },
}))

fakeTimeInEachTest(NOW)

test.each([
  [true, 0, { without: false, unread: true }],
  [false, 2, { without: true, unread: false }],
  [true, 2, { without: true, unread: true }],
])(
  "'Submit without them' agrees only to the warnings that are shown: journal unread %s, answers not saved %i",
  async (unread, unsaved, agreed) => {
    const tab = await examBrowser().open()
    tab.$unread.set(unread)
    tab.$unsaved.set(unsaved)
    const { SubmitDialog } = await import('./SubmitDialog.tsx')
    const { SittingProvider } = await import('../sitting.ts')
    const onSubmit = vi.fn()
    renderToStaticMarkup(
      <SittingProvider value={tab.session}>
        <SubmitDialog last={false} {...tab.running()} onSubmit={onSubmit} onClose={() => {}} />
      </SittingProvider>,
    )
    type Button = ReactElement<{ children: ReactNode; onClick: () => void }>
    const buttons = Children.toArray((shown.actions as ReactElement<{ children: ReactNode }>).props.children)
    const button = buttons.find(
      (each) => isValidElement(each) && (each as Button).props.children === 'Submit without them',
    )
    ;(button as Button).props.onClick()
    expect(onSubmit.mock.calls).toEqual([[agreed]])
  },
)
