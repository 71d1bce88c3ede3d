import { useState } from 'react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { reasonField } from '#ui/staff/reasons.ts'
import { ActForm } from '../../learners/ui/acts/ActForm.tsx'
import { changeMemberPhone, sendMemberPhoneCode, type TeamMember } from '../team.contract.ts'

export interface MemberPhoneProps {
  member: TeamMember
  rules: { askPhone: FormRules; changePhone: FormRules }
  onDone: (message: string) => void
  onCancel: () => void
}

/** Changes a member's phone in two steps: a code is sent to the new phone, then it is entered with a proof of identity. */
export function MemberPhone({ member, rules, onDone, onCancel }: MemberPhoneProps) {
  const [sent, setSent] = useState<string>()
  if (sent === undefined)
    return (
      <ActForm
        title={`Change the phone of ${member.name}`}
        endpoint={sendMemberPhoneCode}
        rules={rules.askPhone}
        also={{ id: member.id }}
        fields={[
          { name: 'mobile', label: 'New phone', kind: 'phone' },
          { name: 'country_code', label: 'Country code', kind: 'text' },
        ]}
        initial={{ country_code: '91' }}
        submitLabel="Send the code"
        onCancel={onCancel}
        onDone={({ phone }) => setSent(phone)}
      >
        <p>
          First check a proof of identity. Then a code is sent to the new phone, which {member.name} reads out to you.
        </p>
      </ActForm>
    )
  const [country_code = '', mobile = ''] = sent.replace('+', '').split(' ')
  return (
    <ActForm
      key="code"
      title={`New phone: ${sent}`}
      endpoint={changeMemberPhone}
      rules={rules.changePhone}
      also={{ id: member.id, mobile, country_code }}
      about={sent}
      fields={[
        { name: 'otp', label: 'Code', kind: 'number', hint: 'As the member reads it out', autoComplete: 'off' },
        {
          name: 'proof',
          label: 'Proof of identity',
          kind: 'textarea',
          rows: 2,
          hint: 'What you saw. No numbers of documents.',
          placeholder: 'Came to the office; known in person',
        },
        reasonField('staff', 'The old SIM is lost'),
      ]}
      submitLabel="Change the phone"
      onCancel={onCancel}
      onDone={({ message }) => onDone(message)}
    >
      <p>
        A code was sent to {sent}. When the phone is changed, {member.name} is logged out everywhere and logs in with
        the new phone. Second factors stay.
      </p>
    </ActForm>
  )
}
