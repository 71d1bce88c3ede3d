import type { FoundLearner, ListedLearner } from '#features/auth/staff/learners.contract.ts'
import type { Column } from '#ui/staff/table/columns.ts'
import { Instant } from '#ui/staff/values.tsx'
import { LearnerBadges } from './learner-badges.tsx'

/** A learner in a list: who, how to reach them, what is out of the ordinary, and when they were there. */
export const listedColumns: Column<ListedLearner>[] = [
  { id: 'name', header: 'Name', cell: ({ id, name }) => <bdi>{name ?? `Learner ${id}`}</bdi> },
  { id: 'phone', header: 'Phone', cell: ({ country_code, phone }) => `+${country_code} ${phone}`, whole: true },
  { id: 'email', header: 'Email', cell: ({ email }) => email, from: 'lg' },
  {
    id: 'state',
    header: 'State',
    cell: (learner) => (
      <span className="flex flex-wrap gap-1">
        <LearnerBadges learner={learner} />
      </span>
    ),
  },
  {
    id: 'seen',
    header: 'Last logged in',
    cell: ({ last_logged_on }) => (last_logged_on === null ? 'Never' : <Instant at={last_logged_on} />),
    whole: true,
  },
  {
    id: 'joined',
    header: 'Joined',
    cell: ({ created_at }) => <Instant at={created_at} dayOnly />,
    whole: true,
    from: 'xl',
  },
]

const foundBy: Record<FoundLearner['found_by'], string> = {
  phone: 'Phone',
  name: 'Name',
  email: 'Email',
  order: 'Order',
  payment: 'Payment',
  transaction: 'Transaction',
  receipt: 'Receipt',
  refund: 'Refund',
  'credit note': 'Credit note',
}

/** The same of a search, with what had the words. */
export const foundColumns: Column<FoundLearner>[] = [
  ...listedColumns,
  { id: 'found', header: 'Found by', cell: ({ found_by }) => foundBy[found_by], from: 'lg' },
]
