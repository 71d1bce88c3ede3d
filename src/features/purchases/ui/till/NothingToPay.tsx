import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import type { Buying } from '../../purchases.contract.ts'

export interface NothingToPayProps {
  courseId: number
  status: Buying['course_status']
  title: string
  /** Of support; empty where the site has none. */
  phone: string
}

const myCourses = { label: 'My Courses', href: paths.myCourses }
const support = { label: 'Support', href: paths.support }

/** The renewal page of a course without a renewal that can be paid here: why, and what to do instead. */
export function NothingToPay({ courseId, status, title, phone }: NothingToPayProps) {
  const course = { label: 'Back to the course', href: paths.myCourse(courseId) }
  if (status === 'Not Purchased') {
    return (
      <EmptyState
        message="You have not bought this course."
        hint={`Only a course that you have bought can be renewed. See what ${title} teaches, and buy it there.`}
        actionLabel="See the course"
        href={paths.course(courseId)}
        ways={[myCourses, support]}
      />
    )
  }
  if (status === 'Expired') {
    const call = phone !== ''
    return (
      <EmptyState
        message="Your course has expired"
        hint={`${title} cannot be renewed online. ${call ? `Please call us at ${phone}, or write to us` : 'Please write to us'}: we will renew it for you.`}
        actionLabel={call ? `Call ${phone}` : 'Write to support'}
        href={call ? `tel:${phone.replace(/[^\d+]/g, '')}` : paths.support}
        ways={[...(call ? [{ label: 'Write to support', href: paths.support }] : []), course, myCourses]}
      />
    )
  }
  return (
    <EmptyState
      message="There is nothing to pay for this course."
      hint={`${title} is active, and no renewal is due.`}
      actionLabel={course.label}
      href={course.href}
      ways={[myCourses, support]}
    />
  )
}
