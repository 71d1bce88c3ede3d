import { expect, test } from 'vitest'
import type { GroupCourse, ListedCourse } from '../catalogue.contract.ts'
import { tileOfFound, tileOfGroup, tileOfListed } from './tile.ts'

const listed: ListedCourse = {
  id: 3,
  title: 'Indian Polity',
  summary: '',
  thumbnail: '/media/thumb.svg',
  thumbnail_alt: '',
  category_name: 'PSC',
  no_lessons: 1,
  price_incl_gst: 1000,
  original_price_incl_gst: null,
  gst: 0,
  tags: [],
}

const grouped: GroupCourse = {
  reference_id: 3,
  title: 'Indian Polity',
  image: { background_image: '/media/thumb.svg', alt: '' },
  tags: [],
  chapters: 1,
  info: { originalPrice: 1000, discountedPrice: null, gst: 0 },
}

test('a card knows whether tax is in its price, whichever call its course came from', () => {
  const percents = (gst: number) => [
    tileOfListed({ ...listed, gst }).gst,
    tileOfFound({ ...listed, gst, found_in: null }).gst,
    tileOfGroup({ ...grouped, info: { ...grouped.info, gst } }).gst,
  ]
  expect(percents(0)).toEqual([0, 0, 0])
  expect(percents(18)).toEqual([18, 18, 18])
})
