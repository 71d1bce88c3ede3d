/** Where a browser keeps what belongs to a log-in. The heads of pages have these names in their scripts. */

/** Local storage key of who is logged in (document 1, section 3). */
export const USER_KEY = 'user'
/** Session storage key of the page that this tab's log-in is for, a purchase too: the saved redirect is any tab's. */
export const ORIGIN_KEY = 'loginOrigin'
/** Session storage key: the log-in pages say that the log-in before has ended. */
export const ENDED_KEY = 'loginEnded'
/** Session storage key of a log-in under way (features/auth/kept-login.browser.ts). */
export const KEPT_LOGIN_KEY = 'loginUnderWay'
/** Local storage key of the page that the next log-in leads to, whichever tab it is in (document 1, section 3). */
export const REDIRECT_KEY = 'redirectAfterLogin'
/** Session storage key of the exam screen's path while its answers are kept (exams/take/answers/kept-mark.store.ts). */
export const KEPT_EXAM_KEY = 'keptExam'
