/** Every link of the product comes from here (document 1, section 2, 'Route table'). */
export const paths = {
  login: '/login',
  /** The log-in, which then leads to this page. @param page path with query and hash */
  loginFor: (page: string) => `/login?from=${encodeURIComponent(page)}`,
  auth: '/auth',
  dashboard: '/dashboard',
  myCourses: '/my-courses',
  myCourse: (id: number) => `/my-courses/${id}`,
  renewal: (id: number) => `/my-courses/${id}/renewal`,
  courseExam: (id: number, examId: number) => `/my-courses/${id}/exam/${examId}`,
  courseExamResult: (id: number, resultId: number) => `/my-courses/${id}/exam-result/${resultId}`,
  courseExamSheet: (id: number, resultId: number) => `/my-courses/${id}/exam-result/${resultId}/sheet`,
  courses: '/courses',
  course: (id: number) => `/courses/${id}`,
  category: (group: string, category: string) => `/courses/${group}/${category}`,
  search: '/search',
  buyCourse: (id: number) => `/buycourse/${id}`,
  dailyWorkouts: '/daily-workouts',
  mockTests: '/mock-test',
  mockTest: (examId: number) => `/mock-test/${examId}`,
  mockTestResult: (examId: number, resultId: number) => `/mock-test/${examId}/exam-result/${resultId}`,
  mockTestSheet: (examId: number, resultId: number) => `/mock-test/${examId}/exam-result/${resultId}/sheet`,
  takeExam: (examId: number) => `/exam/${examId}/start`,
  examResult: (examId: number) => `/exam/${examId}/result`,
  practice: '/practice',
  /** Practice of what was missed at one place only, like `exam:12`. */
  practiceOf: (source: string) => `/practice?source=${source}`,
  quizzes: '/quizzes',
  quiz: (examId: number) => `/quizzes/${examId}`,
  liveClasses: '/live-classes',
  news: '/news',
  newsArticle: (id: number) => `/news/${id}`,
  blog: '/blog',
  blogArticle: (id: number) => `/blog/${id}`,
  webinars: '/webinars',
  webinar: (id: number) => `/webinars/${id}`,
  support: '/support',
  settings: '/settings',
  purchases: '/my-purchases',
  purchase: (transactionId: number) => `/my-purchases/${transactionId}`,
  receipt: (transactionId: number, paymentId: number) => `/my-purchases/${transactionId}/receipt/${paymentId}`,
  creditNote: (transactionId: number, refundId: number) => `/my-purchases/${transactionId}/credit-note/${refundId}`,
  privacy: '/privacy',
  terms: '/terms',
  refunds: '/refund-policy',
} as const

/** An address with (more) query parameters; empty values are left out. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
