import { handle } from '#core/calls/handle.ts'
import { ofContent } from '#core/calls/versioned.ts'
import * as contract from './catalogue.contract.ts'
import { checkPurchaseStatus, getCourse } from './server/course-detail.ts'
import { filterCourses, listCourseGroups } from './server/groups.ts'
import { getContentSource, getHomePage, listCategories } from './server/home.ts'
import { listCourses } from './server/list-courses.ts'
import { listMyCourses, listOwnedCourses } from './server/my-courses.ts'

export const catalogueRoutes = [
  handle(contract.getContentSource, ofContent(getContentSource)),
  handle(contract.getHomePage, ofContent(getHomePage)),
  handle(contract.listCategories, ofContent(listCategories)),
  handle(contract.listCourses, ofContent(listCourses)),
  handle(contract.getCourse, getCourse),
  handle(contract.listOwnedCourses, listOwnedCourses),
  handle(contract.checkPurchaseStatus, checkPurchaseStatus),
  handle(contract.listMyCourses, listMyCourses),
  handle(contract.listCourseGroups, ofContent(listCourseGroups)),
  handle(contract.filterCourses, ofContent(filterCourses)),
]
