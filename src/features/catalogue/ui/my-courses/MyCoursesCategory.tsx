import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { listCategories } from '../../catalogue.contract.ts'

const all = loading(async (_: void, signal) => (await call(listCategories, { signal })).data)

export interface MyCoursesCategoryProps {
  chosen: number | ''
  onChoose: (category: number | '') => void
}

/** Shows the learner's courses of one category. Without the list of them all courses stay in reach. */
export function MyCoursesCategory({ chosen, onChoose }: MyCoursesCategoryProps) {
  const state = useLoaded(all)
  if (state.is === 'failed')
    return (
      <p role="alert" className="flex min-h-10 items-center gap-3 text-sm text-error">
        Failed to load course categories
        <button type="button" className="btn btn-sm" onClick={all.again}>
          Try again
        </button>
      </p>
    )
  const categories = state.is === 'shown' ? state.shown : undefined
  const groups = [...new Set(categories?.map(({ group }) => group))]
  return (
    <>
      <label htmlFor="my-courses-category" className="sr-only">
        Category
      </label>
      <select
        id="my-courses-category"
        className="select w-full bg-base-100 sm:w-64"
        disabled={!categories}
        value={categories ? chosen : ''}
        onChange={({ target }) => onChoose(target.value === '' ? '' : Number(target.value))}
      >
        <option value="">All categories</option>
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {categories
              ?.filter((category) => category.group === group)
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </>
  )
}
