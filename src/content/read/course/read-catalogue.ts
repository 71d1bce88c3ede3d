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
    const descriptionHtml = await readDescription(reader, `courses/${folder}/description.md`)
    const file = reader.yaml(`courses/${folder}/course.yaml`)
    const course = file?.parse(courseSchema)
    if (!file || !course) continue
    if (course.key !== folder) file.problem(['key'], `key '${course.key}' must be the folder's name, '${folder}'`)
    if (groups) checkPlace(file, course, groups)
    const thumbnail = await reader.picture(file, ['thumbnail'], course.thumbnail, THUMBNAIL)
    const parts = await readCourseParts(reader, file, course)
    courses.push({ ...course, ...parts, thumbnail, descriptionHtml, discussion: [] })
  }
  return courses
}

async function readDescription(reader: PackReader, name: string): Promise<string> {
  const text = reader.text(name)
  if (text === undefined) return ''
  const { html, problems } = await reader.render(text, { mathml: true })
  for (const { line, message } of problems) reader.problems.add(name, line + 1, message)
  const { words, least } = countWords(text)
  if (words < least)
    reader.problems.warn(
      name,
      1,
      `has ${words} ${words === 1 ? 'word' : 'words'}; learners and search engines look for ${least} or more`,
    )
  return html
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
