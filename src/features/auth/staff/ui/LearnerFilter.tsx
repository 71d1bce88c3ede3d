import { useEffect, useId, useRef, useState } from 'react'
import XIcon from 'virtual:lucide/x'
import { learnerFieldReaders } from '../learner-fields.rules.ts'
import { findLearners } from '../learners.contract.ts'
import { isEnoughToSearch } from '../search-words.rules.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { OptionSearch } from '#ui/staff/OptionSearch.tsx'

const found = loading((words: string, signal) => staffCall(findLearners, { query: { words, page: 1 }, signal }))

/** Milliseconds without typing before the search is sent. */
const TYPED = 250

export interface LearnerFilterProps {
  /** Id of the chosen learner; 0: all learners. */
  value: number
  /** Name of the chosen learner, where a row of the list has it. */
  name?: string | null | undefined
  onChange: (id: number) => void
}

/** Filter of a list by one learner, who is searched in a dialog. */
export function LearnerFilter({ value, name, onChange }: LearnerFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<{ id: number; name: string }>()
  const labelId = useId()
  const shown = name ?? (picked?.id === value ? picked.name : `Learner ${value}`)
  return (
    <div className="max-sm:grow">
      <span id={labelId} className="mb-1 block text-xs font-medium text-muted">
        Learner
      </span>
      <div className="flex gap-1">
        <button
          type="button"
          aria-describedby={labelId}
          aria-haspopup="dialog"
          className="select w-auto min-w-32 max-w-56 text-left text-base max-sm:min-w-0 max-sm:max-w-none max-sm:grow sm:text-sm"
          onClick={() => setOpen(true)}
        >
          <bdi className="truncate">{value > 0 ? shown : 'All'}</bdi>
        </button>
        {value > 0 && (
          <button type="button" aria-label="All learners" className="btn btn-square" onClick={() => onChange(0)}>
            <XIcon className="size-4" />
          </button>
        )}
      </div>
      {isOpen && (
        <LearnerSearch
          onClose={() => setOpen(false)}
          onChoose={(learner) => {
            setOpen(false)
            setPicked(learner)
            onChange(learner.id)
          }}
        />
      )}
    </div>
  )
}

interface LearnerSearchProps {
  onChoose: (learner: { id: number; name: string }) => void
  onClose: () => void
}

function LearnerSearch({ onChoose, onClose }: LearnerSearchProps) {
  const [words, setWords] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const loaded = useLoaded(found, asked)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (typed: string) => {
    setWords(typed)
    clearTimeout(timer.current)
    const text = typed.trim()
    timer.current = setTimeout(() => setAsked(isEnoughToSearch(text) ? text : null), TYPED)
  }
  const options = asked !== null && loaded.is === 'shown' ? loaded.shown.data : []
  return (
    <Dialog open title="Choose a learner" onClose={onClose}>
      <OptionSearch
        label="Learners"
        placeholder={
          mayCall(learnerFieldReaders.phone)
            ? 'Phone, name, email or receipt'
            : 'Name, or last four digits of the phone'
        }
        words={words}
        onWords={type}
        options={options}
        onChoose={({ id, name }) => onChoose({ id, name: name ?? `Learner ${id}` })}
        draw={({ id, name, country_code, phone }) => (
          <>
            <bdi className="font-semibold [overflow-wrap:anywhere]">{name ?? `Learner ${id}`}</bdi>
            <span className="block text-muted tabular-nums">
              +{country_code} {phone}
            </span>
          </>
        )}
      >
        {asked !== null && loaded.is === 'loading' && <div className="skeleton h-32" />}
        {asked !== null && loaded.is === 'failed' && (
          <LoadFailure compact failed={loaded} what="This list" onRetry={() => void found.again()} />
        )}
        {asked !== null && loaded.is === 'shown' && options.length === 0 && (
          <EmptyState compact message="No learners found" />
        )}
      </OptionSearch>
    </Dialog>
  )
}
