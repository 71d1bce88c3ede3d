import { atom, computed } from 'nanostores'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { placeAddress, readPlace, type Asked } from './course-address.rules.ts'
import { findChapter, tabShown, tabsOf, type TabId } from './course-page.rules.ts'
import { getMyCourse, type CoursePage } from './course.contract.ts'

/** The course of the page, by its id. `loadedAt`: milliseconds since 1970, to know how old signed addresses are. */
export const coursePage = loading(
  async (id: number, signal) => {
    const { page_content: course } = await call(getMyCourse, { params: { id }, signal })
    return { course: keepLearned(course), loadedAt: Date.now() }
  },
  { mayMiss: true },
)

const $course = coursePage.$state

/** What the address asks for. */
const $asked = atom<Asked>({ chapter: undefined, tab: undefined })

/** Below 768 px, where Course Content is a tab (document 2, section 9). */
export const $small = atom(false)

/** Counts clicks on the current tab: each draws it anew. */
export const $reloads = atom(0)

/** The chapter was chosen on this page, so its video starts by itself. */
export const $chosenHere = atom(false)

/** The player shows the button to buy or renew, so that the header does not. */
export const $offeredOnStage = atom(false)

/** The chosen chapter with its section; undefined on the course level. */
export const $place = computed([$course, $asked], (state, { chapter }) =>
  state.is === 'shown' ? findChapter(state.shown.course, chapter) : undefined,
)

export const $tabs = computed([$course, $place, $small], (state, place, small): TabId[] =>
  state.is === 'shown'
    ? tabsOf({
        small,
        chapterChosen: place !== undefined,
        hasPanel: state.shown.course.details.discussion_panel_id !== null,
        status: state.shown.course.courseStatus,
      })
    : [],
)

export const $tab = computed([$tabs, $asked], (tabs, { tab }) => tabShown(tabs, tab))

/** Documents and syllabuses open from addresses that end after ten minutes; older ones are fetched anew first. */
export const ADDRESS_LIFE = 8 * 60_000

/**
 * Loads the course again while the page stays as it is.
 * @throws what the call throws; the page keeps what it has
 */
export const refreshCourse = async (): Promise<CoursePage> => (await coursePage.refresh()).course

/** What this browser knows better than the reply: marks and positions whose logs may still be on their way. */
const learned = new Map<number, { watched?: '1'; position?: number }>()

function keepLearned(course: CoursePage): CoursePage {
  if (learned.size === 0) return course
  const sections = course.sections.map((section) => ({
    ...section,
    chapters: section.chapters.map((chapter) => ({ ...chapter, ...learned.get(chapter.id) })),
  }))
  return { ...course, sections }
}

/** Puts something new about a chapter on the page. */
export function learn(chapterId: number, news: { watched?: '1'; position?: number }): void {
  learned.set(chapterId, { ...learned.get(chapterId), ...news })
  coursePage.change((shown) => ({ ...shown, course: keepLearned(shown.course) }))
}

/** The learner has joined a community: the prompt does not come again. */
export function markJoined(): void {
  coursePage.change(({ course, loadedAt }) => {
    const details = { ...course.details, courseCommunityJoined: true }
    return { course: { ...course, details }, loadedAt }
  })
}

/** Follows the address and the width of the window. @returns a function that ends it */
export function followPage(): () => void {
  const read = () => $asked.set(readPlace(location.search))
  const back = () => {
    $chosenHere.set(false)
    read()
  }
  const narrow = matchMedia('(width < 768px)')
  const measure = () => $small.set(narrow.matches)
  read()
  measure()
  addEventListener('popstate', back)
  narrow.addEventListener('change', measure)
  return () => {
    removeEventListener('popstate', back)
    narrow.removeEventListener('change', measure)
  }
}

function go(asked: Asked): void {
  history.pushState(null, '', placeAddress(location.pathname, asked))
  $asked.set(asked)
}

/** Opens a chapter; undefined goes back to the course level. */
export function openChapter(chapter: number | undefined): void {
  const asked = $asked.get()
  if (asked.chapter === chapter) return
  $chosenHere.set(chapter !== undefined)
  go({ ...asked, chapter })
}

/** Selects a tab. */
export function openTab(tab: TabId): void {
  go({ ...$asked.get(), tab })
}

/** Draws the current tab anew; what it shows of the course itself is loaded again as well. */
export function reloadTab(): void {
  $reloads.set($reloads.get() + 1)
  // The tab's own calls say what fails; without them the course stays as it is.
  refreshCourse().catch(() => {})
}
