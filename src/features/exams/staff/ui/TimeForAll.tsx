import type { FormRules } from '#lib/both/form-rules.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { counted } from '#lib/both/text/format.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { reasonField } from '#ui/staff/reasons.ts'
import { giveTimeToAll, type listSitting } from '../exams.contract.ts'

export interface TimeForAllProps {
  /** The exam. */
  id: number
  rules: FormRules
  /** Undefined while the list is loading. */
  counts: ReplyOf<typeof listSitting>['counts'] | undefined
  onDone: (message: string) => void
  onClose: () => void
}

/** Gives everyone who is taking the exam more time, and names their number before. */
export function TimeForAll({ id, rules, counts, onDone, onClose }: TimeForAllProps) {
  const candidates = counts ? counted(counts.sitting, 'candidate') : 'all'
  return (
    <Dialog open title="Give everyone time" onClose={onClose}>
      <div className="mb-4 space-y-2 text-sm text-muted">
        <p>
          Everyone taking the exam now, <strong className="text-base-content">{candidates}</strong>, gets the same
          minutes. Screens follow within ten seconds, also beyond the closing of the exam. It cannot be taken back.
        </p>
        <p>
          Candidates who start later get no extra time
          {counts && counts.waiting > 0 && `, nor do the ${counts.waiting} who have not continued yet`}.
        </p>
      </div>
      <StaffForm
        endpoint={giveTimeToAll}
        rules={rules}
        params={{ id }}
        fields={[
          { name: 'minutes', label: 'Minutes', kind: 'number', hint: 'How much more, 180 at most', wide: true },
          reasonField('learner', 'The power failed in the hall'),
        ]}
        submitLabel={`Give time to ${candidates}`}
        onCancel={onClose}
        onDone={({ message }) => onDone(message)}
      />
    </Dialog>
  )
}
