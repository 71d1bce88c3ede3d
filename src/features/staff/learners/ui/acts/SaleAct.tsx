import { useState } from 'react'
import { previewSale, sellCourse } from '#features/purchases/staff/access/access.contract.ts'
import { saleMethods } from '#features/purchases/receipts/receipt.rules.ts'
import { codeOf, nameOf, states } from '#lib/both/gst-states.ts'
import { indianDate } from '#lib/both/time/clock.ts'
import { loading, type Loaded } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { reasonField } from '#ui/staff/reasons.ts'
import { Price } from '#ui/staff/values.tsx'
import type { ActProps } from './asked.ts'
import { ActForm } from './ActForm.tsx'
import { useCourseOptions } from '../access-fields.ts'

interface Chosen {
  learner: number
  course: number
}

/** The price of the chosen course; nothing before one is chosen. */
const preview = loading(({ learner, course }: Chosen, signal) =>
  course === 0
    ? Promise.resolve(undefined)
    : staffCall(previewSale, { params: { id: learner }, query: { course_id: course }, signal }),
)

/** Enters a sale that was paid elsewhere. It shows the price first, and has what is unusual confirmed. */
export function SaleAct({ id, rules, onDone, onCancel }: ActProps) {
  const options = useCourseOptions()
  const methods = Object.entries(saleMethods).map(([value, label]) => ({ value, label }))
  const [course, setCourse] = useState(0)
  const loaded = useLoaded(preview, { learner: id, course })
  const price = loaded.is === 'shown' ? loaded.shown : undefined
  return (
    <ActForm
      title="Enter a sale"
      endpoint={sellCourse}
      params={{ id }}
      also={{ shown_paise: price?.price_paise ?? 0 }}
      rules={rules.sale}
      fields={[
        { name: 'course_id', label: 'Course', kind: 'select', wide: true, options },
        { name: 'method', label: 'Paid by', kind: 'select', options: methods },
        { name: 'reference', label: 'Reference', kind: 'text', hint: 'Number of the slip or the transfer' },
        { name: 'amount_paise', label: 'Amount with GST', kind: 'rupees', hint: 'The price below, if left empty' },
        {
          name: 'state',
          label: 'State of the buyer',
          kind: 'select',
          none: 'As they said before',
          options: states.map((state) => ({ value: codeOf(state), label: nameOf(state) })),
        },
        reasonField('learner'),
      ]}
      onValues={({ course_id }) => setCourse(Number(course_id) || 0)}
      aside={() => course > 0 && <CoursePrice loaded={loaded} />}
      confirmation={{ title: 'Please check this sale', confirmLabel: 'Enter anyway' }}
      submitLabel="Enter"
      onCancel={onCancel}
      onDone={({ message, payment, receipt }) =>
        onDone(message, { label: `Open receipt ${receipt}`, href: staffPaths.receipt(payment) })
      }
    >
      <p>
        For money that was paid elsewhere. The course opens with a receipt, and the learner is notified. What is left to
        pay of a course is paid in full.
      </p>
    </ActForm>
  )
}

function CoursePrice({ loaded }: { loaded: Loaded<ReplyOf<typeof previewSale> | undefined> }) {
  if (loaded.is === 'failed')
    return <ErrorState compact message="The price could not be loaded" onRetry={() => void preview.again()} />
  if (loaded.is !== 'shown' || !loaded.shown) return <div className="skeleton mt-4 h-11" aria-busy="true" />
  const { price_paise, in_part, valid_until } = loaded.shown
  return (
    <p className="mt-4 rounded-field bg-base-200 px-4 py-2.5 text-sm" role="status">
      {in_part ? 'Left to pay' : 'Price'}:{' '}
      <strong>
        <Price paise={price_paise} />
      </strong>
      {price_paise > 0 && ' with GST'}
      {valid_until !== null && `. The learner has or had this course, until ${indianDate(valid_until)}`}
    </p>
  )
}
