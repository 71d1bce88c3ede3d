import { FieldError } from '#ui/forms/FieldError.tsx'
import { useEffect, useState } from 'react'
import XIcon from 'virtual:lucide/x'
import { readSearch } from '../../read-search.rules.ts'
import { canClear, searchProblem } from '../../search.rules.ts'

/** Searches the titles of the learner's courses (document 1, section 5, 'Course search'). */
export function MyCoursesSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search)
  const [problem, setProblem] = useState<string>()
  // Back and forward change the search from outside.
  useEffect(() => setText(search), [search])
  const type = (typed: string) => {
    setText(typed)
    if (!searchProblem(typed)) setProblem(undefined)
  }
  return (
    <form
      role="search"
      aria-label="My courses"
      className="grow sm:max-w-md"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const found = searchProblem(text)
        setProblem(found)
        if (!found) onSearch(readSearch(text))
      }}
    >
      <label htmlFor="my-courses-search" className="sr-only">
        Search my courses
      </label>
      <div className="input w-full bg-base-100">
        <input
          id="my-courses-search"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Search my courses"
          value={text}
          onChange={(event) => type(event.target.value)}
          aria-invalid={problem !== undefined}
          aria-describedby="my-courses-problem"
        />
        {canClear(text) && (
          <button
            type="button"
            className="-mr-2 grid size-9 shrink-0 place-items-center rounded-field text-muted hover:bg-base-200"
            onClick={() => {
              type('')
              if (search !== '') onSearch('')
            }}
          >
            <XIcon className="size-4" />
            <span className="sr-only">Clear search</span>
          </button>
        )}
      </div>
      <FieldError id="my-courses-problem">{problem}</FieldError>
    </form>
  )
}
