import { counted } from '#lib/both/text/format.ts'
import { paths } from '#lib/both/paths.ts'
import type { FoundCourse, GroupCourse, ListedCourse } from '../catalogue.contract.ts'

/** What a card shows, whichever call its course came from. */
export interface Tile {
  id: number
  href: string
  title: string
  thumbnail: string
  alt: string
  category?: string
  /** How much there is to study. */
  amount: string
  tags: string[]
  /** Where a search found it, when its card does not show that. */
  place?: string
  /** Rupees, with GST. */
  price: number
  /** The price before an offer. */
  original: number | null
  /** Percent; 0 where there is no tax in the price. */
  gst: number
}

export function tileOfListed(course: ListedCourse): Tile {
  return {
    id: course.id,
    href: paths.course(course.id),
    title: course.title,
    thumbnail: course.thumbnail,
    alt: course.thumbnail_alt,
    category: course.category_name,
    amount: counted(course.no_lessons, 'lesson'),
    tags: course.tags,
    price: course.price_incl_gst,
    original: course.original_price_incl_gst,
    gst: course.gst,
  }
}

/** The same of a course that a search found. */
export function tileOfFound({ found_in, ...course }: FoundCourse): Tile {
  return { ...tileOfListed(course), ...(found_in !== null && { place: found_in }) }
}

export function tileOfGroup({ reference_id, title, image, tags, chapters, info }: GroupCourse): Tile {
  return {
    id: reference_id,
    href: paths.course(reference_id),
    title,
    thumbnail: image.background_image,
    alt: image.alt,
    amount: counted(chapters, 'chapter'),
    tags: tags.map(({ label }) => label),
    price: info.discountedPrice ?? info.originalPrice,
    original: info.discountedPrice === null ? null : info.originalPrice,
    gst: info.gst,
  }
}
