import { useState } from 'react'
import { dropTyped, keepTyped, readTyped } from './typed-text.ts'
import { $staff } from './staff-session.ts'

/**
 * Text of a field that is kept until it is sent (typed-text.ts).
 * @param name unique within the console, such as `ticket:12`; for another name give the component a `key`
 * @returns the text, and a function that changes it; '' deletes the draft
 */
export function useStaffDraft(name: string): [text: string, type: (text: string) => void] {
  // A member who logs in later in another tab did not type this.
  const [staffId] = useState(() => $staff.get()?.id ?? 0)
  const [text, setText] = useState(() => {
    const value = readTyped(staffId, name)?.value
    return typeof value === 'string' ? value : ''
  })
  const type = (typed: string) => {
    setText(typed)
    if (typed === '') dropTyped(staffId, name)
    else keepTyped(staffId, name, typed)
  }
  return [text, type]
}
