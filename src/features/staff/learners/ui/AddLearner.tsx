import { addLearner } from '#features/purchases/staff/bulk/bulk.contract.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { reasonField } from '#ui/staff/reasons.ts'
import { CHOOSE_COURSE, spanFields, useCourseOptions } from './access-fields.ts'
import { ActForm } from './acts/ActForm.tsx'

/** Adds a learner who has never logged in, with a course. */
export function AddLearner({ rules, onCancel }: { rules: FormRules; onCancel: () => void }) {
  const options = useCourseOptions()
  return (
    <ActForm
      title="Add learner"
      endpoint={addLearner}
      rules={rules}
      fields={[
        { name: 'name', label: 'Name', kind: 'text' },
        { name: 'mobile', label: 'Phone', kind: 'phone', hint: 'Numbers of other countries begin with +' },
        { name: 'course_id', label: 'Course', kind: 'select', wide: true, options, needed: CHOOSE_COURSE },
        ...spanFields,
        reasonField('learner', 'Admitted on 1 June'),
      ]}
      submitLabel="Add learner"
      onCancel={onCancel}
      onDone={({ learner_id }) => location.assign(staffPaths.learner(learner_id))}
    >
      <p>For somebody who has never logged in. The course is there at the first log-in. No SMS is sent.</p>
    </ActForm>
  )
}
