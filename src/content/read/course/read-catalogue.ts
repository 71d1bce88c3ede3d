import { counted } from '#lib/both/text/format.ts'
import { plainText } from '#lib/server/text/html.ts'
import type { PackCourse } from '../../pack.ts'
import type { PackReader } from '../pack-reader.ts'
import { THUMBNAIL, readCourseParts } from './read-course-parts.ts'
import { courseSchema, taxonomySchema, type CourseFile, type Taxonomy } from '../../schemas/schemas.ts'
import { countWords } from '../../text/word-count.ts'
import type { YamlFile } from '../yaml-file.ts'

const BANNER = [1200, 400] as const

/** Reads taxonomy.yaml; undefined when its shape is wrong. */
export async function readTaxonomy(reader: PackReader): Promise<Taxonomy['groups'] | undefined> {
  const file = reader.yaml('taxonomy.yaml')
  const taxonomy = file?.parse(taxonomySchema)
  if (!file || !taxonomy) return undefined
  const groups = []
  for (const [index, group] of taxonomy.groups.entries()) {
    groups.push({ ...group, image: await reader.picture(file, ['groups', index, 'image'], group.image, BANNER) })
  }
  return groups
}

/** Reads every folder of courses/. */
export async function readCourses(reader: PackReader, groups: Taxonomy['groups'] | undefined): Promise<PackCourse[]> {
  const courses: PackCourse[] = []
  for (const folder of reader.names('courses')) {
    reader.known.courses.add(folder)
    const description = await readDescription(reader, `courses/${folder}/description`)
    const file = reader.yaml(`courses/${folder}/course.yaml`)
    const course = file?.parse(courseSchema)
    if (!file || !course) continue
    if (course.key !== folder) file.problem(['key'], `key '${course.key}' must be the folder's name, '${folder}'`)
    if (groups) checkPlace(file, course, groups)
    const thumbnail = await reader.picture(file, ['thumbnail'], course.thumbnail, THUMBNAIL)
    const parts = await readCourseParts(reader, file, course)
    courses.push({ ...course, ...parts, thumbnail, ...description, discussion: [] })
  }
  return courses
}

async function readDescription(
  reader: PackReader,
  name: string,
): Promise<Pick<PackCourse, 'descriptionHtml' | 'source'>> {
  const { html, source, file, text } = await reader.textFile(name, 'description', { mathml: true })
  if (text === undefined) return { descriptionHtml: '', source }
  const { words, least } = countWords(source ? text : plainText(text))
  if (words < least)
    reader.problems.warn(
      file,
      1,
      `has ${counted(words, 'word')}; learners and search engines look for ${least} or more`,
    )
  return { descriptionHtml: html, source }
}

function checkPlace(file: YamlFile, course: CourseFile, groups: Taxonomy['groups']): void {
  const group = groups.find(({ key }) => key === course.group)
  if (!group) return file.problem(['group'], `there is no group '${course.group}'`)
  const category = group.categories.find(({ key }) => key === course.category)
  if (!category) return file.problem(['category'], `group '${group.key}' has no category '${course.category}'`)
  if (course.subcategory && !category.subcategories?.some(({ key }) => key === course.subcategory)) {
    file.problem(['subcategory'], `category '${category.key}' has no subcategory '${course.subcategory}'`)
  }
}
