import type { FormRules } from '#lib/both/form-rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { makeNews } from '../news-entries.contract.ts'
import { choices } from './choices.browser.ts'
import { newsFields } from './news-fields.ts'

/** Writes an entry of news. */
export function NewNewsEntry({ rules }: { rules: FormRules }) {
  const offered = useLoaded(choices)
  return (
    <div className="max-w-3xl">
      <StaffForm
        endpoint={makeNews}
        rules={rules}
        fields={newsFields(offered.is === 'shown' ? offered.shown.categories : [])}
        submitLabel="Publish"
        onDone={({ id }) => location.assign(staffPaths.newsEntry(id))}
      />
    </div>
  )
}
