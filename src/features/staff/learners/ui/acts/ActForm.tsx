import type { ReactNode } from 'react'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { StaffForm, type StaffFormProps } from '#ui/staff/forms/StaffForm.tsx'

export type ActFormProps<E extends Endpoint> = Omit<StaffFormProps<E>, 'onCancel'> & {
  title: string
  /** What follows from it. */
  children?: ReactNode
  onCancel: () => void
}

/** A form in a dialog: an act that asks for more than a reason. */
export function ActForm<E extends Endpoint>({ title, children, ...form }: ActFormProps<E>) {
  return (
    <Dialog open title={title} onClose={form.onCancel}>
      {children && <div className="mb-4 space-y-2 text-sm text-muted">{children}</div>}
      <StaffForm {...(form as StaffFormProps<E>)} />
    </Dialog>
  )
}
