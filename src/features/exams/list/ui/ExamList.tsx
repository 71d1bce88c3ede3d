import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { keepFresh } from '#lib/browser/call/keep-fresh.ts'
import { isShown } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { paths } from '#lib/both/paths.ts'
import { serverNow } from '#lib/browser/server-time.ts'
import { useNow } from '#lib/browser/use-now.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Pagination } from '#ui/navigation/Pagination.tsx'
import { Tabs } from '#ui/navigation/Tabs.tsx'
import type { ExamListItem } from '../exam-list.contract.ts'
import { $asked, $query, examList, followAddress, openList } from '../exam-list.store.ts'
import { datesOf, phaseOf } from '../../exams.rules.ts'
import { examTabs, nextExam } from '../exam-list.rules.ts'
import { ExamCard } from './ExamCard.tsx'
import { ExamListSkeleton } from './ExamListSkeleton.tsx'

const labels = { all: 'All', active: 'Active', expired: 'Expired' }
const tabs = examTabs.map((id) => ({ id, label: labels[id] }))

const waitsForExam = ({ data }: { data: ExamListItem[] }) =>
  data.some((exam) => phaseOf(exam, serverNow()) === 'upcoming')

/** General exams (document 2, section 2). */
export function ExamList() {
  const { tab, page } = useStore($query)
  const state = useLoaded(examList, useStore($asked))
  useEffect(() => followAddress(), [])
  useEffect(() => keepFresh(examList.refresh, { isDue: () => isShown(examList, waitsForExam) }), [])
  const found = state.is === 'shown' ? state.shown : undefined
  const now = useNow(serverNow, { changes: found?.data.flatMap(datesOf) ?? [] }) ?? serverNow()
  const next = found && nextExam(found.data, now)?.id
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
      ) : found.data.length === 0 ? (
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
            {found.data.map((exam) => (
              <li key={exam.id} className="flex">
                <ExamCard exam={exam} now={now} next={exam.id === next} />
              </li>
            ))}
          </ul>
          {found.total > 12 && (
            <div className="mt-8">
              <Pagination current={page} last={found.last_page} onPage={turn} />
            </div>
          )}
        </>
      )}
    </Tabs>
  )
}
