import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'

/** Where an address names no result of the learner's. */
export function NoResult() {
  return (
    <>
      <h1 className="sr-only">Result</h1>
      <EmptyState
        message="There is no such result."
        hint="The link may be wrong, or the result belongs to another account. You can find your results with each exam."
        actionLabel="See all exams"
        href={paths.mockTests}
        ways={[
          { label: 'My Courses', href: paths.myCourses },
          { label: 'Dashboard', href: paths.dashboard },
        ]}
      />
    </>
  )
}
