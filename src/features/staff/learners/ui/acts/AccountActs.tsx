import { useState } from 'react'
import * as contracts from '#features/auth/staff/account/account.contract.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { ReasonDialog } from '#ui/staff/ReasonDialog.tsx'
import { LEARNER_READS_REASON, reasonField } from '#ui/staff/reasons.ts'
import { refreshLearner } from '../../learners.store.ts'
import type { ActProps } from './asked.ts'
import { ActForm } from './ActForm.tsx'

export function LogOutAct({ id, onDone, onCancel }: ActProps) {
  return (
    <ReasonDialog
      open
      title="Log out everywhere"
      readBy="learner"
      keeps="log-out"
      message="Every device is logged out within a second and is a stranger then: the next log-in needs a code."
      presets={['Lost the phone', 'Somebody else is logged in']}
      confirmLabel="Log out"
      danger
      onCancel={onCancel}
      onConfirm={async (reason) =>
        onDone((await staffCall(contracts.logOutLearner, { params: { id }, body: { reason } })).message)
      }
    />
  )
}

export function UnlockAct({ id, onDone, onCancel }: ActProps) {
  return (
    <ReasonDialog
      open
      title="Unlock codes"
      readBy="learner"
      keeps="unlock"
      message="What counts against the phone is forgotten, so that codes are sent and taken again. Do it for whoever you know to be the learner."
      presets={['Gets no codes', 'Too many wrong codes']}
      confirmLabel="Unlock"
      onCancel={onCancel}
      onConfirm={async (reason) =>
        onDone((await staffCall(contracts.unlockLearner, { params: { id }, body: { reason } })).message)
      }
    />
  )
}

type From = 'log-in' | 'discussions'

const blocking: Record<From, { title: string; message: string; label: string }> = {
  'log-in': {
    title: 'Block the account',
    message: 'Nobody can log in to it, and every device is logged out at once.',
    label: 'Block',
  },
  discussions: {
    title: 'Stop from writing in discussions',
    message: 'All else goes on; what they wrote stays.',
    label: 'Stop',
  },
}

export function BlockAct({ id, onDone, onCancel, from }: ActProps & { from: From }) {
  const { title, message, label } = blocking[from]
  return (
    <ReasonDialog
      open
      title={title}
      readBy="learner"
      keeps={`block ${from}`}
      message={message}
      confirmLabel={label}
      danger
      onCancel={onCancel}
      onConfirm={async (reason) => {
        const done = await staffCall(contracts.blockLearner, { params: { id }, body: { from, reason } })
        onDone('')
        undoToast(done.message, async () => {
          await staffCall(contracts.unblockLearner, { params: { id }, body: { from, reason: 'Undone' } })
          await refreshLearner()
        })
      }}
    />
  )
}

export function UnblockAct({ id, onDone, onCancel, from }: ActProps & { from: From }) {
  return (
    <ReasonDialog
      open
      title={from === 'log-in' ? 'Let them log in again' : 'Let them write again'}
      readBy="learner"
      keeps={`unblock ${from}`}
      confirmLabel="Allow"
      onCancel={onCancel}
      onConfirm={async (reason) =>
        onDone((await staffCall(contracts.unblockLearner, { params: { id }, body: { from, reason } })).message)
      }
    />
  )
}

/** In two steps: the code goes to the new phone, and is typed in as the learner reads it out. */
export function PhoneAct({ id, rules, onDone, onCancel }: ActProps) {
  const [sent, setSent] = useState<{ phone: string; isEmpty: boolean }>()
  if (!sent)
    return (
      <ActForm
        title="Another phone"
        endpoint={contracts.askNewPhoneCode}
        params={{ id }}
        rules={rules.askPhone}
        fields={[
          { name: 'mobile', label: 'New phone', kind: 'phone' },
          { name: 'country_code', label: 'Country code', kind: 'text' },
        ]}
        initial={{ country_code: '91' }}
        submitLabel="Send the code"
        onCancel={onCancel}
        onDone={({ phone, empty_account }) => setSent({ phone, isEmpty: empty_account })}
      >
        <p>
          For a learner who has lost the phone. First see a proof of who they are; then a code goes to the new phone.
        </p>
      </ActForm>
    )
  const [country_code = '', mobile = ''] = sent.phone.replace('+', '').split(' ')
  return (
    <ActForm
      key="code"
      title={`Another phone: ${sent.phone}`}
      endpoint={contracts.moveLearnerPhone}
      params={{ id }}
      also={{ mobile, country_code }}
      about={sent.phone}
      rules={rules.movePhone}
      fields={[
        { name: 'otp', label: 'Code', kind: 'number', hint: 'As the learner reads it out', autoComplete: 'off' },
        {
          name: 'proof',
          label: 'Proof of identity',
          kind: 'textarea',
          rows: 2,
          hint: `What you saw, and that it agrees. No numbers of documents. ${LEARNER_READS_REASON}`,
          placeholder: 'Voter card at the desk; name and birthday agree',
        },
        reasonField('learner', 'The old SIM is lost'),
      ]}
      submitLabel="Change the phone"
      onCancel={onCancel}
      onDone={({ message }) => onDone(message)}
    >
      <p>A code was sent to {sent.phone}. Every device is logged out when the phone is changed.</p>
      {sent.isEmpty && (
        <p className="font-medium text-warning">
          This phone has an account without a profile and with nothing in it. That account ends.
        </p>
      )}
    </ActForm>
  )
}
