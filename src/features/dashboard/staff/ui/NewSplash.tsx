import type { FormRules } from '#lib/both/form-rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { makeSplash } from '../splashes.contract.ts'
import { splashFields } from './splash-fields.ts'
import { SplashPreview } from './SplashPreview.tsx'

/** Makes a splash. */
export function NewSplash({ rules }: { rules: FormRules }) {
  return (
    <div className="max-w-3xl">
      <StaffForm
        endpoint={makeSplash}
        rules={rules}
        fields={splashFields}
        submitLabel="Save"
        aside={(values) => <SplashPreview values={values} />}
        onDone={() => location.assign(staffPaths.splashes)}
      />
      <Toasts />
    </div>
  )
}
