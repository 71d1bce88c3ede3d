import { useEffect, useState } from 'react'
import { hasFields } from '../../both/told.ts'
import { readRequestKey, sendOnce, type RequestKey } from './send-once.ts'
import type { NameRequest } from './staff-call.ts'
import { $staff } from './staff-session.ts'
import { openTyped } from './typed-text.ts'

/**
 * Text of a field that is kept until it is sent (typed-text.ts).
 * @param name unique within the console, such as `ticket:12`; for another name give the component a `key`
 * @returns the text; a function that changes it, where '' deletes the draft; and one that sends it (`sendOnce`), which nobody
 * may type during
 */
export function useStaffDraft(name: string) {
  // A member who logs in later in another tab did not type this.
  const [draft] = useState(() => openStaffDraft($staff.get()?.id ?? 0, name))
  const [text, setText] = useState(draft.text)
  useEffect(() => draft.watch(), [draft])
  const type = (typed: string) => {
    setText(typed)
    draft.keep(typed)
  }
  return [text, type, draft.send] as const
}

/** The draft of a text, as `useStaffDraft` returns it. */
export function openStaffDraft(staffId: number, name: string) {
  const { typed, keep, drop, watch } = openTyped(staffId, name)
  const stored = hasFields(typed?.value) ? typed.value : { text: typed?.value }
  let text = typeof stored.text === 'string' ? stored.text : ''
  const key: RequestKey = { current: readRequestKey(stored.key) }
  const store = () => {
    if (text === '') drop()
    else keep(key.current === undefined ? text : { text, key: key.current })
  }
  return {
    text,
    watch,
    keep: (changed: string) => {
      text = changed
      if (text === '') key.current = undefined
      store()
    },
    send: <Reply>(send: (nameRequest: NameRequest) => Promise<Reply>) => sendOnce(key, store, send),
  }
}
