import { useCallback, useEffect, useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { toast } from '#ui/Toasts.tsx'
import { listPurchasedCourses, listTicketCategories } from '../../support.contract.ts'

export interface Choice {
  id: number
  title: string
}

export type Choices = { is: 'loading' } | { is: 'failed' } | { is: 'shown'; choices: Choice[] }

/** What tickets can be about. */
const askCategories = async () => (await call(listTicketCategories)).category
/** The courses of the learner. */
const askCourses = async () => (await call(listPurchasedCourses)).course

export function useCategories() {
  return useChoices(askCategories, 'Failed to fetch ticket categories', true)
}

/** @param wanted asked for when it is first true */
export function usePurchasedCourses(wanted: boolean) {
  return useChoices(askCourses, 'Failed to fetch purchased courses', wanted)
}

function useChoices(ask: () => Promise<Choice[]>, failure: string, wanted: boolean) {
  const [state, setState] = useState<Choices>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const failed = state.is === 'failed'
  const known = state.is === 'shown'

  useEffect(() => {
    if (!wanted || known) return
    let current = true
    setState({ is: 'loading' })
    ask().then(
      (choices) => current && setState({ is: 'shown', choices }),
      () => {
        if (!current) return
        setState({ is: 'failed' })
        toast.error(failure, { id: failure })
      },
    )
    return () => {
      current = false
    }
  }, [ask, failure, wanted, known, attempt])

  useEffect(() => {
    if (!failed) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [failed, retry])
  return { state, failure, retry }
}
