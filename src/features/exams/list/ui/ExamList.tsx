import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Pagination } from '#ui/navigation/Pagination.tsx'
import { Tabs } from '#ui/navigation/Tabs.tsx'
import { $asked, $query, examList, followAddress, openList } from '../exam-list.store.ts'
import { examTabs, nextExam } from '../exam-list.rules.ts'
import { ExamCard } from './ExamCard.tsx'
import { ExamListSkeleton } from './ExamListSkeleton.tsx'

const labels = { all: 'All', active: 'Active', expired: 'Expired' }
const tabs = examTabs.map((id) => ({ id, label: labels[id] }))

/** General exams (document 2, section 2). */
export function ExamList() {
  const { tab, page } = useStore($query)
  const state = useLoaded(examList, useStore($asked))
  useEffect(() => followAddress(), [])
  const found = state.is === 'shown' ? state.shown : undefined
  const next = found && nextExam(found.exams.data, found.now)?.id
  const turn = (to: number) => {
    openList(tab, to)
    scrollTo({ top: 0 })
  }
  return (
    <Tabs label="Exams" tabs={tabs} selected={tab} onSelect={(id) => openList(id)} onReselect={examList.again}>
      {state.is === 'failed' ? (
        <ErrorState onRetry={examList.again} />
      ) : !found ? (
        <ExamListSkeleton />
      ) : found.exams.data.length === 0 ? (
        <EmptyState
          message="No exams are available."
          ways={[
            { label: 'Quizzes', href: paths.quizzes },
            { label: 'Practice', href: paths.practice },
          ]}
        />
      ) : (
        <>
          <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
            {found.exams.data.map((exam) => (
              <li key={exam.id} className="flex">
                <ExamCard exam={exam} now={found.now} next={exam.id === next} />
              </li>
            ))}
          </ul>
          {found.exams.total > 12 && (
            <div className="mt-8">
              <Pagination current={page} last={found.exams.last_page} onPage={turn} />
            </div>
          )}
        </>
      )}
    </Tabs>
  )
}
