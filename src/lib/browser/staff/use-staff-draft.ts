import { useState } from 'react'
import { keep } from '../device/storage.ts'
import { $staff } from './staff-session.ts'

/**
 * What somebody of the staff types and has not sent, kept on this device under their number until it is sent: the end of a
 * session loses nothing.
 * @param name what it is for, such as `ticket:12`; another one is another draft: give the form a `key`
 */
export function useStaffDraft(name: string): [text: string, type: (text: string) => void] {
  const key = `padavu-staff-draft:${$staff.get()?.id ?? 0}:${name}`
  const [text, setText] = useState(() => keep(() => localStorage.getItem(key)) ?? '')
  const type = (typed: string) => {
    setText(typed)
    keep(() => (typed === '' ? localStorage.removeItem(key) : localStorage.setItem(key, typed)))
  }
  return [text, type]
}
