import { handle } from '#core/calls/handle.ts'
import { ofCatalogue, ofContent } from '#core/calls/versioned.ts'
import * as contract from './catalogue.contract.ts'
import { checkPurchaseStatus, getCourse } from './server/course-detail.ts'
import { filterCourses, listCourseGroups } from './server/groups.ts'
import { getContentSource, getHomePage, listCategories } from './server/home.ts'
import { listCourses } from './server/list-courses.ts'
import { listMyCourses, listOwnedCourses } from './server/my-courses.ts'
import { listCourseTitles as courseTitles } from './staff/course-titles.contract.ts'
import { listCourseTitles } from './staff/server/course-titles.ts'

export const catalogueRoutes = [
  handle(contract.getContentSource, ofContent(getContentSource)),
  handle(contract.getHomePage, ofCatalogue(getHomePage)),
  handle(contract.listCategories, ofCatalogue(listCategories)),
  handle(contract.listCourses, ofCatalogue(listCourses)),
  handle(contract.getCourse, getCourse),
  handle(contract.listOwnedCourses, listOwnedCourses),
  handle(contract.checkPurchaseStatus, checkPurchaseStatus),
  handle(contract.listMyCourses, listMyCourses),
  handle(contract.listCourseGroups, ofCatalogue(listCourseGroups)),
  handle(contract.filterCourses, ofCatalogue(filterCourses)),
  handle(courseTitles, listCourseTitles),
]
