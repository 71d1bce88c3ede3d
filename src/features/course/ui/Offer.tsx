import { useState } from 'react'
import { paths } from '#lib/both/paths.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { logBuy } from '../player/chapter-log.store.ts'
import { offerOf } from '../course-page.rules.ts'
import type { CoursePage } from '../course.contract.ts'
import PhoneIcon from 'virtual:lucide/phone'

export interface OfferProps {
  course: CoursePage
  className?: string
}

/** Buy Now or Renewal, as the course's status and payment have it (document 2, section 4); nothing while it is active. */
export function Offer({ course, className = '' }: OfferProps) {
  const [calling, setCalling] = useState(false)
  const { kind } = offerOf(course)
  const look = `btn btn-primary ${className}`
  if (kind === 'none') return null
  if (kind === 'buy') {
    return (
      <a href={paths.buyCourse(course.id)} className={look} onClick={() => logBuy(course.id)}>
        Buy Now
      </a>
    )
  }
  if (kind === 'renew') {
    return (
      <a href={paths.renewal(course.id)} className={look}>
        Renewal
      </a>
    )
  }
  return (
    <>
      <button type="button" className={look} onClick={() => setCalling(true)}>
        Renewal
      </button>
      <Dialog
        open={calling}
        title="Your course has expired"
        size="sm"
        onClose={() => setCalling(false)}
        actions={
          course.phone === '' ? (
            <a href={paths.support} className="btn btn-primary">
              Write to support
            </a>
          ) : (
            <a href={`tel:${course.phone.replace(/[^\d+]/g, '')}`} className="btn btn-primary">
              <PhoneIcon />
              Call {course.phone}
            </a>
          )
        }
      >
        <p className="text-muted">
          To renew <span className="font-medium text-base-content">{course.title}</span>, please contact our sales team
          {course.phone !== '' && (
            <>
              {' '}
              at <span className="font-medium whitespace-nowrap text-base-content">{course.phone}</span>
            </>
          )}
          .
        </p>
      </Dialog>
    </>
  )
}
