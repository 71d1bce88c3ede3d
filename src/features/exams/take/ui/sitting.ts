import { createContext, useContext } from 'react'
import type { ExamSitting } from '../sitting/sit-exam.store.ts'

const context = createContext<ExamSitting | undefined>(undefined)

/** Gives the components of the exam screen the exam that is sat. */
export const SittingProvider = context.Provider

/** The exam that is sat. */
export function useSitting(): ExamSitting {
  const sitting = useContext(context)
  if (!sitting) throw new Error('This stands on the exam screen alone')
  return sitting
}
