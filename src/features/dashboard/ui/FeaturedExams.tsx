import { useEffect, useState, type ComponentType } from 'react'
import { useStore } from '@nanostores/react'
import { $starting, startAndOpen } from '#features/exams/detail/exam-detail.store.ts'
import type { FeaturedExam } from '#features/exams/list/featured.contract.ts'
import type { RegistrationDialogProps } from '#features/exams/registration/ui/RegistrationDialog.tsx'
import { featuredDatesOf, firstToSit } from '#features/exams/list/featured.rules.ts'
import { paths } from '#lib/both/paths.ts'
import { serverNow } from '#lib/browser/call/call.ts'
import { keepFresh } from '#lib/browser/call/keep-fresh.ts'
import { isShown } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { useNow } from '#lib/browser/use-now.ts'
import { retryable } from '#lib/browser/call/retryable.ts'
import { Carousel } from '#ui/Carousel.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { featured } from '../featured-exams.store.ts'
import { CARD_HEIGHT, FeaturedExamCard } from './FeaturedExamCard.tsx'

const loadDialog = retryable(() => import('#features/exams/registration/ui/RegistrationDialog.tsx'))

/** Document 1, section 9. */
const A_SLIDE = 2

const waitsForExam = (exams: FeaturedExam[] | 'off') =>
  exams !== 'off' && exams.some((exam) => featuredDatesOf(exam)[0] > serverNow())

/** The dashboard's exams (document 1, sections 2 and 4). Shows nothing where the site has switched them off. */
export function FeaturedExams() {
  const state = useLoaded(featured)
  const starting = useStore($starting)
  const [registering, setRegistering] = useState<{
    exam: FeaturedExam
    Dialog: ComponentType<RegistrationDialogProps>
  }>()
  const changes = state.is === 'shown' && state.shown !== 'off' ? state.shown.flatMap(featuredDatesOf) : []
  const now = useNow(serverNow, { changes })
  useEffect(() => keepFresh(featured.refresh, { isDue: () => isShown(featured, waitsForExam) }), [])
  if (state.is === 'shown' && state.shown === 'off') return null
  const exams = state.is === 'shown' && state.shown !== 'off' ? state.shown : []
  const loud = now === undefined ? undefined : firstToSit(exams, now)?.id
  const start = async ({ id }: FeaturedExam) => {
    const trouble = await startAndOpen(id)
    if (trouble) toast.error(trouble)
  }
  const register = async (exam: FeaturedExam) => {
    try {
      const { RegistrationDialog: Dialog } = await loadDialog()
      setRegistering({ exam, Dialog })
    } catch {
      toast.error('The registration could not be opened. Please try again.')
    }
  }
  return (
    <section aria-labelledby="featured-exams">
      <div className="mb-2 flex flex-wrap sm:mb-4 items-center justify-between gap-x-6">
        <h2 id="featured-exams" className="text-xl font-semibold">
          Featured Exams
        </h2>
        <a
          href={paths.mockTests}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-primary hover:underline"
        >
          All exams
        </a>
      </div>
      {state.is === 'loading' || now === undefined ? (
        <CardsLoading />
      ) : state.is === 'failed' ? (
        <ErrorState compact onRetry={featured.again} />
      ) : exams.length === 0 ? (
        <EmptyState compact message="No exams are available." />
      ) : (
        <Carousel
          label="Featured Exams"
          slides={pairs(exams).map((pair) => ({
            key: pair[0]!.id,
            content: (
              <ul className="grid h-full gap-4 md:grid-cols-2">
                {pair.map((exam) => (
                  <li key={exam.id} className="flex">
                    <FeaturedExamCard
                      exam={exam}
                      now={now}
                      first={exam.id === loud}
                      starting={starting}
                      onAttend={() => void register(exam)}
                    />
                  </li>
                ))}
              </ul>
            ),
          }))}
        />
      )}
      {registering && (
        <registering.Dialog
          open
          examId={registering.exam.id}
          onClose={() => setRegistering(undefined)}
          onRegistered={() => {
            setRegistering(undefined)
            void start(registering.exam)
          }}
        />
      )}
      <Toasts />
    </section>
  )
}

function CardsLoading() {
  return (
    // As tall as what comes, with the row of indicators below the cards.
    <div role="status" className="grid gap-4 pb-14 md:grid-cols-2">
      <span className="sr-only">Loading</span>
      {Array.from({ length: A_SLIDE }, (_, card) => (
        <div key={card} aria-hidden="true" className={`skeleton rounded-box ${CARD_HEIGHT}`} />
      ))}
    </div>
  )
}

function pairs(exams: FeaturedExam[]): FeaturedExam[][] {
  return Array.from({ length: Math.ceil(exams.length / A_SLIDE) }, (_, slide) =>
    exams.slice(slide * A_SLIDE, (slide + 1) * A_SLIDE),
  )
}
