import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CodeStep } from './CodeStep.tsx'

const sent = { phone: '9847000000', countryCode: '91', userId: 7, userExists: true }

/** What the step says of a code of 8 digits, which was sent or had been before. */
const said = (long: boolean, now: boolean) =>
  renderToStaticMarkup(
    <CodeStep
      login={{ sent: { ...sent, ...(long && { long: { sent: now, until: Date.now() } }) }, againAt: 0 }}
      outbox={false}
      onSent={() => {}}
      onLater={() => {}}
      onChangeNumber={() => {}}
      onVerified={() => {}}
    />,
  ).replace(/<[^>]+>/g, '')

it('the code step tells whom strangers have had an 8-digit code sent that it came before', () => {
  expect(said(true, false)).toContain('We sent it before by SMS to +91 9847000000')
  expect(said(true, true)).toContain('We sent it by SMS to +91 9847000000')
  expect(said(false, false)).toContain('We sent it by SMS to +91 9847000000')
})
