import { useEffect, useState } from 'react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { paths } from '#lib/both/paths.ts'
import { retryable } from '#lib/browser/call/retryable.ts'
import { nameDocument } from '#lib/browser/site.ts'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { sheet as ofAttempt } from '../../exam-result.store.ts'
import ArrowLeftIcon from 'virtual:lucide/arrow-left'
import DownloadIcon from 'virtual:lucide/download'
import PrinterIcon from 'virtual:lucide/printer'
import { NoResult } from '../NoResult.tsx'
import { Sheet } from './Sheet.tsx'

const loadDownload = retryable(() => import('./sheet-download.browser.ts'))

export interface ResponseSheetPageProps {
  resultId: number
  /** The result that the sheet belongs to. */
  resultPath: string
}

/** The response sheet of a finished attempt, and what prints it and saves it as a file. */
export function ResponseSheetPage({ resultId, resultPath }: ResponseSheetPageProps) {
  const state = useLoaded(ofAttempt, resultId)
  const sheet = state.is === 'shown' ? state.shown : undefined
  const name = sheet?.name
  useEffect(() => {
    if (name) nameDocument(`${name}: Response sheet`)
  }, [name])
  const [saving, setSaving] = useState(false)
  const save = async () => {
    if (!sheet) return
    setSaving(true)
    try {
      const { downloadSheet } = await loadDownload()
      await downloadSheet(sheet)
    } catch {
      toast.error('The file could not be made. Please try again.')
    }
    setSaving(false)
  }
  return (
    <>
      <div data-uncovered className="sticky top-0 z-10 border-b border-base-300 bg-base-100 print:hidden">
        <div className="mx-auto flex h-16 max-w-4xl items-center justify-between gap-3 px-4">
          <a href={resultPath} className="btn btn-ghost -ml-3 gap-2">
            <ArrowLeftIcon />
            Result
          </a>
          <div className="flex gap-2">
            <button type="button" className="btn gap-2 max-sm:btn-square" disabled={!sheet} onClick={() => print()}>
              <PrinterIcon />
              <span className="max-sm:sr-only">Print</span>
            </button>
            <button
              type="button"
              className="btn btn-primary gap-2"
              disabled={!sheet || saving}
              aria-busy={saving}
              onClick={() => void save()}
            >
              <DownloadIcon />
              {saving ? 'Preparing…' : 'Download'}
            </button>
          </div>
        </div>
      </div>
      <div className="mx-auto w-full max-w-4xl px-4 py-6 print:max-w-none print:p-0">
        {state.is === 'loading' && <Skeleton />}
        {state.is === 'failed' && <ErrorState onRetry={ofAttempt.again} />}
        {state.is === 'missing' && <NoResult />}
        {sheet && <Sheet sheet={sheet} />}
      </div>
      <Toasts />
    </>
  )
}

export const MockTestSheetIsland = numbered(ResponseSheetPage, (examId, resultId) => ({
  resultId,
  resultPath: paths.mockTestResult(examId, resultId),
}))

export const CourseExamSheetIsland = numbered(ResponseSheetPage, (courseId, resultId) => ({
  resultId,
  resultPath: paths.courseExamResult(courseId, resultId),
}))
