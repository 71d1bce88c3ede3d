import { atom } from 'nanostores'
import { call } from '#lib/browser/call/call.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { getDashboardCounts, type DashboardCounts } from './dashboard.contract.ts'

/** Figures that several blocks of the dashboard share. */
export const $counts = atom<'loading' | 'failed' | DashboardCounts>('loading')

let asked: Promise<void> | undefined

/** Loads the figures, once for all blocks, whichever comes first. */
export function loadCounts(): Promise<void> {
  asked ??= load()
  return asked
}

/** Loads them again, after a failure. */
export function reloadCounts(): Promise<void> {
  if ($counts.get() === 'failed') asked = load()
  return loadCounts()
}

async function load(): Promise<void> {
  $counts.set('loading')
  try {
    $counts.set(await call(getDashboardCounts))
  } catch (error) {
    noteFailure('Loading the figures of the dashboard', error)
    $counts.set('failed')
  }
}
