import { atom } from 'nanostores'
import type { FeaturedExam } from '#features/exams/list/featured.contract.ts'
import { listHomePageExams } from '#features/exams/list/featured.contract.ts'
import { call } from '#lib/browser/call/call.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { permissions } from './permissions.store.ts'

/** 'off': the site shows no exams on the dashboard (document 1, section 2, 'Dashboard'). */
export const $featured = atom<'loading' | 'failed' | 'off' | FeaturedExam[]>('loading')

/** Loads the flag and the exams, side by side. */
export async function loadFeatured(): Promise<void> {
  $featured.set('loading')
  try {
    const [{ enable_home_page_exam: on }, exams] = await Promise.all([permissions(), call(listHomePageExams)])
    $featured.set(on === '1' ? exams : 'off')
  } catch (error) {
    noteFailure('Loading the featured exams', error)
    $featured.set('failed')
  }
}
