import { handle } from '#api/handle.ts'
import * as contract from './catalogue.contract.ts'
import { checkPurchaseStatus, getCourse } from './server/course-detail.ts'
import { filterCourses, listCourseGroups } from './server/groups.ts'
import { getContentSource, getHomePage, listCategories } from './server/home.ts'
import { listCourses } from './server/list-courses.ts'
import { listMyCourses } from './server/my-courses.ts'

export const catalogueRoutes = [
  handle(contract.getContentSource, getContentSource),
  handle(contract.getHomePage, (ctx) => getHomePage(ctx)),
  handle(contract.listCategories, listCategories),
  handle(contract.listCourses, listCourses),
  handle(contract.getCourse, getCourse),
  handle(contract.checkPurchaseStatus, checkPurchaseStatus),
  handle(contract.listMyCourses, listMyCourses),
  handle(contract.listCourseGroups, listCourseGroups),
  handle(contract.filterCourses, filterCourses),
]
