import type { FormRules } from '#lib/both/form-rules.ts'
import type { FormValues } from '#ui/staff/forms/form-values.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { Money, Price } from '#ui/staff/values.tsx'
import { changePrice, type CoursePrice } from '../prices.contract.ts'
import { chargedByFields } from '../prices.rules.ts'

const fields = [
  { name: 'price_paise', label: 'Price before GST', kind: 'rupees', hint: '0: the course is free.' },
  {
    name: 'offer_price_paise',
    label: 'Offer before GST',
    kind: 'rupees',
    hint: 'Asked in the place of the price, which is struck through. Leave it empty to end the offer.',
  },
  { name: 'gst_percent', label: 'GST in percent', kind: 'number' },
  {
    name: 'validity_days',
    label: 'Days the course stays open',
    kind: 'number',
    hint: 'Of what is bought from now on.',
  },
] as const

interface PriceFormProps {
  course: CoursePrice
  rules: FormRules
  /** @param version that it has now */
  onDone: (message: string, version: number) => void
  onCancel: () => void
}

/** Changes what a course costs, and shows what a learner will pay. */
export function PriceForm({ course, rules, onDone, onCancel }: PriceFormProps) {
  return (
    <StaffForm
      endpoint={changePrice}
      rules={rules}
      fields={fields}
      initial={course}
      also={{ id: course.id, version: course.version }}
      submitLabel="Save"
      onDone={({ message, version }) => onDone(message, version)}
      onCancel={onCancel}
      aside={(values) => <Preview values={values} before={course.total_paise} />}
    />
  )
}

function Preview({ values, before }: { values: FormValues; before: number }) {
  const [price, offer, gst] = [values.price_paise, values.offer_price_paise, values.gst_percent].map(String)
  const charged = chargedByFields({ price: price!, offer: offer!, gst: gst! })
  const rate = (charged?.gst_percent ?? 0) / 2
  return (
    <div className="mt-4 min-h-44 rounded-field bg-base-200 p-4 text-sm" role="status">
      <p className="font-semibold">What a learner pays</p>
      {charged ? (
        <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
          <dt>{offer!.trim() === '' ? 'Price' : 'Offer'}</dt>
          <dd className="text-right">
            <Money paise={charged.offer_paise} />
          </dd>
          <dt>CGST, {rate}%</dt>
          <dd className="text-right">
            <Money paise={charged.cgst_paise} />
          </dd>
          <dt>SGST, {rate}%</dt>
          <dd className="text-right">
            <Money paise={charged.sgst_paise} />
          </dd>
          <dt className="border-t border-base-300 pt-1 font-semibold">Total</dt>
          <dd className="border-t border-base-300 pt-1 text-right font-semibold">
            <Price paise={charged.total_paise} />
          </dd>
          <dt className="text-muted">Until now</dt>
          <dd className="text-right text-muted">
            <Price paise={before} />
          </dd>
        </dl>
      ) : (
        <p className="mt-2 text-muted">Enter a price and the GST.</p>
      )}
    </div>
  )
}
