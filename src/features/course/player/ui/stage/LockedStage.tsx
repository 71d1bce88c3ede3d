import LockIcon from 'virtual:lucide/lock'
import type { CoursePage } from '../../../course.contract.ts'
import { renewalHint } from '../../../course-page.rules.ts'
import { StageOffer } from './StageOffer.tsx'

/** Stands where the video of a locked chapter would. */
export function LockedStage({ course, picture }: { course: CoursePage; picture: string }) {
  return (
    <div className="absolute inset-0">
      <img src={picture} alt="" className="size-full object-cover opacity-40 [filter:blur(8px)]" />
      <div className="absolute inset-0 grid place-items-center bg-black/60 p-4 text-center text-white">
        <div className="flex flex-col items-center gap-2">
          <LockIcon className="size-8 sm:size-10" />
          <p className="font-semibold sm:text-lg">This chapter is locked</p>
          <p className="max-w-sm text-sm text-white/85">
            {course.courseStatus === 'Expired'
              ? `Your access to this course has ended. ${renewalHint(course, 'continue where you left off')}.`
              : 'Buy the course to unlock it. Demo sections are free for everyone.'}
          </p>
          <StageOffer course={course} className="btn-sm mt-1 sm:btn-md sm:mt-2" />
        </div>
      </div>
    </div>
  )
}
