import type { PackBlogArticle } from '../../pack.ts'
import type { PackReader } from '../pack-reader.ts'
import { blogSchema } from '../../schemas/publication-schemas.ts'
import { readBody, reportStrayBodies } from './read-body.ts'
import { THUMBNAIL } from '../course/read-course-parts.ts'

const NAME = 'blog.yaml'

/** Reads blog.yaml, and blog/KEY.md of each of its entries. */
export async function readBlog(reader: PackReader): Promise<PackBlogArticle[]> {
  const file = reader.has(NAME) ? reader.yaml(NAME) : undefined
  const entries = file ? file.parse(blogSchema) : []
  if (!entries) return []
  reportStrayBodies(reader, 'blog', entries)
  const read: PackBlogArticle[] = []
  for (const [index, entry] of entries.entries()) {
    const image = await reader.picture(file!, [index, 'image'], entry.image, THUMBNAIL)
    read.push({ ...entry, image, ...(await readBody(reader, `blog/${entry.key}`)) })
  }
  return read
}
