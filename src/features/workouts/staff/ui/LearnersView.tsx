import { useEffect, useState } from 'react'
import { previewText } from '#features/authoring/staff/authoring.contract.ts'
import { lookAt } from '#features/authoring/staff/ui/files.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { instantOf, STORING, type FormValues } from '#ui/staff/forms/form-values.ts'
import { TextWarnings } from '#ui/staff/forms/controls/TextWarnings.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import type { Workout, WorkoutType } from '../../workouts.contract.ts'
import { WorkoutCard } from '../../ui/WorkoutCard.tsx'
import type { WorkoutOfStaff } from '../workouts.contract.ts'
import { useOf } from '../workouts.rules.ts'

interface CardProps {
  type: WorkoutType
  title: string
  /** HTML, text, or an address, as the type has it. */
  content: string
  filename: string
  at: number
}

/** The card that learners have of a workout. Nothing is noted of who looks at it here. */
function LearnersCard({ type, title, content, filename, at }: CardProps) {
  const workout: Workout = {
    ...{ id: 0, contenttype: type, title, content, filename, viewed: false },
    created_at: at,
    created_at_iso: isoTime(at),
  }
  const open = () => window.open(content, '_blank', 'noopener')
  // An address of a document is the browser's to open.
  return <WorkoutCard workout={workout} onImage={open} onDocument={() => {}} onRenew={() => Promise.resolve(content)} />
}

export interface StoredViewProps {
  workout: WorkoutOfStaff
}

/** A stored workout as learners see it. */
export function StoredView({ workout }: StoredViewProps) {
  const { type, title, filename, published_at, file, html, text } = workout
  const content = file?.address ?? html ?? text ?? ''
  return <LearnersCard {...{ type, title, content, filename }} at={published_at} />
}

export interface FormViewProps {
  values: FormValues
  media: WorkoutOfStaff['media']
  /** Rich text whose Markdown is not known, for as long as none is written. */
  html: string | null
  /** What the chosen file was called. */
  called: string
}

/** What the fields hold as learners will see it. */
export function FormView({ values, media, html, called }: FormViewProps) {
  const [opened] = useState(Date.now)
  const type = String(values.type) as WorkoutType
  const use = useOf(type)
  const published = String(values.published_at)
  const card = {
    type,
    title: String(values.title).trim() || 'No title yet',
    filename: String(values.filename).trim() || called,
    at: published === '' ? opened : instantOf(published),
  }
  const markdown = String(values.markdown).trim()
  const stored = use === undefined ? '' : String(values[use])
  return (
    <section aria-label="As learners will see it" className="mt-6">
      <h3 className="mb-2 text-sm font-medium">As learners will see it</h3>
      {use !== undefined ? (
        stored === '' || stored === STORING ? (
          <Nothing words={stored === STORING ? 'The file is being stored.' : 'Choose a file to see it here.'} />
        ) : (
          <FileView key={stored} file={stored} card={card} />
        )
      ) : type === 'plain' ? (
        <LearnersCard {...card} content={String(values.text).trim() || 'No text yet'} />
      ) : markdown === '' ? (
        html === null ? (
          <Nothing words="Write a text to see it here." />
        ) : (
          <LearnersCard {...card} content={html} />
        )
      ) : (
        <WrittenView text={String(values.markdown)} media={media} card={card} />
      )}
    </section>
  )
}

function Nothing({ words }: { words: string }) {
  return <p className="rounded-box border border-dashed border-base-300 p-5 text-sm text-muted">{words}</p>
}

type Card = Omit<CardProps, 'content'>

const storedFile = loading((file: string, signal) => lookAt(file, signal))

function FileView({ file, card }: { file: string; card: Card }) {
  const loaded = useLoaded(storedFile, file)
  if (loaded.is === 'shown') return <LearnersCard {...card} content={loaded.shown.address} />
  if (loaded.is === 'failed') return <Nothing words="The file cannot be shown just now." />
  return <div className="skeleton h-32" />
}

/** Milliseconds after the last letter before the text is drawn. */
const TYPED = 700

function WrittenView({ text, media, card }: { text: string; media: WorkoutOfStaff['media']; card: Card }) {
  const [drawn, setDrawn] = useState<{ text: string; html?: string; problem?: string; warnings?: string[] }>()
  useEffect(() => {
    const leave = new AbortController()
    const draw = () =>
      staffCall(previewText, { body: { text, media }, signal: leave.signal }).then(
        (shown) => setDrawn({ text, ...shown }),
        (error: unknown) => {
          if (leave.signal.aborted) return
          const said = error instanceof ApiError ? error.errors?.text : undefined
          setDrawn((before) => ({ ...before, text, problem: said ?? failureWords(error) }))
        },
      )
    const timer = setTimeout(() => void draw(), TYPED)
    return () => {
      clearTimeout(timer)
      leave.abort()
    }
  }, [text, media])
  const isOld = drawn !== undefined && drawn.text !== text
  return (
    <div className={isOld ? 'opacity-60' : ''} aria-busy={!drawn || isOld}>
      {!drawn && <div className="skeleton h-32" />}
      {drawn?.problem && <p className="mb-2 text-sm text-error">{drawn.problem}</p>}
      <TextWarnings warnings={drawn?.warnings ?? []} />
      {drawn?.html !== undefined && <LearnersCard {...card} content={drawn.html} />}
    </div>
  )
}
