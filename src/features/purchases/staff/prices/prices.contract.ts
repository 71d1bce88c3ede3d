import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, line, means, named, page, whole } from '#lib/both/calls/fields.ts'
import { howMany, paise, percent, rowId } from '#lib/both/calls/reply-fields.ts'
import { MAX_STAFF_SEARCH, searches } from '#lib/both/calls/search.ts'
import { version } from '#lib/both/calls/staff-fields.ts'
import { isOffer, MIN_CHARGE_PAISE, MOST_GST, MOST_RUPEES } from '../../price.rules.ts'
import { MOST_DAYS } from '../../purchases.rules.ts'
import { bookkeepers } from '../money/money.rules.ts'
import { priceSorts, priceStates } from './prices.rules.ts'

/** What courses cost: all of them in a list, and one changed. */

/** Courses a page. */
export const PRICES_PAGE = 50

const priced = z.object({
  id: rowId,
  title: z.string(),
  category: means(z.string(), 'With its group'),
  price_paise: means(paise, 'Before tax'),
  offer_price_paise: means(z.nullable(paise), 'What is asked in the place of the price, before tax'),
  gst_percent: percent,
  total_paise: means(paise, 'What a learner pays, with tax'),
  validity_days: means(howMany, 'Days that the course is open after it was bought'),
  popularity: means(howMany, 'As the catalogue sorts by it: 0 to 100'),
  withdrawn: means(z.boolean(), 'It is no longer among the content, and not sold'),
  version: rowId,
})
export type CoursePrice = z.output<typeof priced>

const sorts = priceSorts.flatMap((name) => [name, `-${name}`] as const)

export const listPrices = endpoint({
  access: 'staff',
  roles: bookkeepers,
  method: 'GET',
  path: '/staff/prices',
  secondFactor: 'session',
  summary: 'What courses cost, fifty a page',
  ...searches('content', 'words'),
  query: z.object({
    words: means(z.optional(line(MAX_STAFF_SEARCH)), 'In the title'),
    offer: means(z.optional(z.enum(['with', 'without'])), 'Whether something else than the price is asked'),
    category: z.optional(id),
    state: z._default(means(z.enum(priceStates), 'sold: among the content now'), 'sold'),
    sort: z._default(means(z.enum(sorts), 'With `-`: from the largest'), 'title'),
    page,
  }),
  reply: z.object({ data: z.array(priced), total: means(howMany, 'Courses on all pages'), pages: howMany }),
})

export const priceChoices = endpoint({
  access: 'staff',
  roles: bookkeepers,
  method: 'GET',
  path: '/staff/prices/choices',
  secondFactor: 'session',
  summary: 'Categories that have courses, by their groups',
  reply: z.object({
    categories: z.array(z.object({ id: rowId, title: means(z.string(), 'With its group') })),
  }),
})

const rupees = (error: string) =>
  means(
    z.union([whole(0, 0, error), whole(MIN_CHARGE_PAISE, MOST_RUPEES * 100, error)], { error }),
    'Paise, before tax; 0: free',
  )
const most = `₹${MOST_RUPEES.toLocaleString('en-IN')}`

export const changePrice = endpoint({
  access: 'staff',
  roles: bookkeepers,
  method: 'POST',
  path: '/staff/prices/change',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict', 'edited'],
  summary: 'Changes what a course costs; an order under way at the old price can be paid for a day more',
  body: z
    .object({
      id,
      version,
      price_paise: rupees(`Must be ₹0 (free) or from ₹1 to ${most}`),
      offer_price_paise: means(
        z._default(z.nullable(rupees(`Must be ₹0 (free) or from ₹1, and less than ${most}`)), null),
        'Null: no offer',
      ),
      gst_percent: whole(0, MOST_GST, `Must be a whole percentage from 0 to ${MOST_GST}`),
      validity_days: whole(1, MOST_DAYS, `Must be from 1 to ${MOST_DAYS} days`),
    })
    .check(
      z.check(({ value, issues }) => {
        const { price_paise, offer_price_paise: offer } = value
        if (offer === null || isOffer(offer, price_paise)) return
        issues.push({
          code: 'custom',
          message: 'Must be lower than the price',
          path: ['offer_price_paise'],
          input: value,
        })
      }),
    ),
  example: { id: 3, version: 1, price_paise: 499_900, offer_price_paise: null, gst_percent: 18, validity_days: 365 },
  reply: z.extend(done, { version: rowId }),
})

named({ CoursePrice: priced })
