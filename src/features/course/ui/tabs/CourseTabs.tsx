import { useStore } from '@nanostores/react'
import { Html } from '#features/questions/ui/Html.tsx'
import { Tabs } from '#ui/navigation/Tabs.tsx'
import { $reloads, $tab, $tabs, openTab, reloadTab } from '../../course-page.store.ts'
import type { Place, TabId } from '../../course-page.rules.ts'
import type { CoursePage } from '../../course.contract.ts'
import { CommunityTab } from '../Communities.tsx'
import { Contents } from '../Contents.tsx'
import { Later } from '#ui/states/Later.tsx'

const labels: Record<TabId, string> = {
  content: 'Content',
  description: 'Description',
  attachments: 'Attachments',
  syllabus: 'Syllabus',
  examinations: 'Examinations',
  activity: 'Activity',
  discussions: 'Discussions',
  community: 'Community',
}

const load = {
  attachments: () => import('./Attachments.tsx'),
  syllabus: () => import('./Syllabus.tsx'),
  examinations: () => import('./Examinations.tsx'),
  videoExam: () => import('../../video-exam/ui/VideoExam.tsx'),
  activity: () => import('#features/workouts/ui/WorkoutList.tsx'),
  discussions: () => import('#features/discussions/ui/DiscussionPanel.tsx'),
}

export interface CourseTabsProps {
  course: CoursePage
  place: Place | undefined
  onOpen: (chapterId: number | undefined) => void
}

/** The tabs of the course page. A second click on the current one draws it anew; the code of most comes when opened. */
export function CourseTabs({ course, place, onOpen }: CourseTabsProps) {
  const tabs = useStore($tabs)
  const tab = useStore($tab)
  const reloads = useStore($reloads)
  return (
    <Tabs
      label="About this course"
      tabs={tabs.map((id) => ({ id, label: labels[id] }))}
      selected={tab}
      onSelect={openTab}
      onReselect={reloadTab}
    >
      <Panel key={`${tab} ${reloads}`} tab={tab} course={course} place={place} onOpen={onOpen} reload={reloads} />
    </Tabs>
  )
}

function Panel({ tab, course, place, onOpen, reload }: CourseTabsProps & { tab: TabId; reload: number }) {
  const chapterId = place?.chapter.id
  const locked = place !== undefined && !place.chapter.open
  switch (tab) {
    case 'content':
      return (
        <div className="-mt-2 overflow-hidden rounded-box border border-base-300 bg-base-100">
          <Contents course={course} place={place} onOpen={onOpen} />
        </div>
      )
    case 'description':
      return course.content ? (
        <Html html={course.content} className="max-w-3xl" />
      ) : (
        <p className="py-8 text-center text-muted">This course has no description yet.</p>
      )
    case 'attachments':
      return (
        <Later name="attachments" load={load.attachments}>
          {({ Attachments }) =>
            chapterId !== undefined && (
              <Attachments key={chapterId} chapterId={chapterId} locked={locked} reload={reload} />
            )
          }
        </Later>
      )
    case 'syllabus':
      return (
        <Later name="syllabus" load={load.syllabus}>
          {({ Syllabus }) => <Syllabus course={course} />}
        </Later>
      )
    case 'examinations': {
      const chapter = place && place.chapter.question_count > 0 ? place.chapter : undefined
      const exams = (
        <Later name="examinations" load={load.examinations}>
          {({ Examinations }) => (
            <Examinations
              key={chapterId}
              course={course}
              place={place}
              quietIfNone={chapter !== undefined}
              reload={reload}
            />
          )}
        </Later>
      )
      if (!chapter) return exams
      return (
        <Later name="video exam" load={load.videoExam}>
          {({ VideoExam }) => (
            <VideoExam key={chapter.id} chapter={chapter} status={course.courseStatus}>
              {exams}
            </VideoExam>
          )}
        </Later>
      )
    }
    case 'activity':
      return (
        <Later name="activity" load={load.activity}>
          {({ WorkoutList }) => <WorkoutList courseId={course.id} courseStatus={course.courseStatus} />}
        </Later>
      )
    case 'discussions':
      return (
        <Later name="discussions" load={load.discussions}>
          {({ DiscussionPanel }) => (
            <DiscussionPanel
              courseId={course.id}
              panelId={course.details.discussion_panel_id}
              courseStatus={course.courseStatus}
            />
          )}
        </Later>
      )
    case 'community':
      return <CommunityTab course={course} />
  }
}
