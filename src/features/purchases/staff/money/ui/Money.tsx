import type { FormRules } from '#lib/both/form-rules.ts'
import { SectionTabs } from '#ui/staff/SectionTabs.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { address } from '../money.store.ts'
import { Gst } from './Gst.tsx'
import { Orders, Refunds } from './Lists.tsx'
import { NeedsALook } from './NeedsALook.tsx'
import { Payments } from './Payments.tsx'
import { CreditNoteRegister, InvoiceRegister } from './Registers.tsx'

/** Payments, orders, refunds, the registers of invoices and credit notes, what needs attention, and the GST of a month. */
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
          { id: 'receipts', label: 'Invoices' },
          { id: 'notes', label: 'Credit notes' },
          { id: 'look', label: 'Needs attention' },
          { id: 'gst', label: 'GST' },
        ]}
      >
        {(tab) => {
          if (tab === 'payments') return <Payments rules={rules} />
          if (tab === 'orders') return <Orders />
          if (tab === 'refunds') return <Refunds />
          if (tab === 'receipts') return <InvoiceRegister />
          if (tab === 'notes') return <CreditNoteRegister />
          return tab === 'look' ? <NeedsALook /> : <Gst />
        }}
      </SectionTabs>
      <Toasts />
    </>
  )
}
