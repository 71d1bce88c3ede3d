import type { FormRules } from '#lib/both/form-rules.ts'
import { SectionTabs } from '#ui/staff/SectionTabs.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { address } from '../money.store.ts'
import { Gst } from './Gst.tsx'
import { Orders, Receipts, Refunds } from './Lists.tsx'
import { NeedsALook } from './NeedsALook.tsx'
import { Payments } from './Payments.tsx'

/** What came, what was asked for, what went back, what does not match, and the month's GST. */
export function Money({ rules }: { rules: FormRules }) {
  return (
    <>
      <SectionTabs
        label="Money"
        address={address}
        name="tab"
        tabs={[
          { id: 'payments', label: 'Payments' },
          { id: 'orders', label: 'Orders' },
          { id: 'refunds', label: 'Refunds' },
          { id: 'receipts', label: 'Receipts' },
          { id: 'look', label: 'Needs a look' },
          { id: 'gst', label: 'GST' },
        ]}
      >
        {(tab) => {
          if (tab === 'payments') return <Payments rules={rules} />
          if (tab === 'orders') return <Orders />
          if (tab === 'refunds') return <Refunds />
          if (tab === 'receipts') return <Receipts />
          return tab === 'look' ? <NeedsALook /> : <Gst />
        }}
      </SectionTabs>
      <Toasts />
    </>
  )
}
