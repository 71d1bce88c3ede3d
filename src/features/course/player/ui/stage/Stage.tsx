import { useRef } from 'react'
import { sentenceCase } from '#features/catalogue/catalogue.rules.ts'
import type { Place } from '../../../course-page.rules.ts'
import { pictureOf, sourceOf } from '../../video.rules.ts'
import type { CoursePage } from '../../../course.contract.ts'
import { LockedStage } from './LockedStage.tsx'
import { Playing } from '../Playing.tsx'

/** Where the video plays, 16:9 (document 2, section 9): the chapter's, else the course's, else a picture. */
export function Stage({ course, place }: { course: CoursePage; place: Place | undefined }) {
  const stage = useRef<HTMLDivElement>(null)
  const source = sourceOf(course, place?.chapter)
  const picture = pictureOf(course)
  const title = place ? sentenceCase(place.chapter.title) : course.title
  return (
    <div
      ref={stage}
      role="region"
      aria-label="Video player"
      data-stage
      tabIndex={-1}
      className={`relative aspect-video w-full overflow-hidden sm:rounded-box ${source.kind === 'picture' ? 'bg-base-200' : 'bg-black'}`}
    >
      {source.kind === 'picture' ? (
        <img src={picture} alt="Course Preview" className="absolute inset-0 size-full object-cover" />
      ) : source.kind === 'locked' ? (
        <LockedStage course={course} picture={picture} />
      ) : (
        <Playing
          key={`${place?.chapter.id ?? 'course'} ${source.kind}`}
          course={course}
          place={place}
          source={source}
          title={title}
          poster={picture}
          stage={stage}
        />
      )}
    </div>
  )
}
