import { invalid } from '#lib/both/calls/errors.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { isVisible, PHONE_END } from '../learner-fields.rules.ts'
import type { Search } from './read-words.ts'

/** A search for what the searcher sees. */
export interface VisibleSearch extends Search {
  /** Words are looked for in the part of email addresses before the @ too, not only in names. */
  wordsInAddresses: boolean
}

/**
 * Limits a search to the fields that these roles see. Roles that see the end of a phone alone find it by exactly these
 * digits: one more would let them recover the rest digit by digit.
 * @throws invalid naming `words` when something else was typed. It follows from the text and the roles, not from the data
 */
export function visibleSearch(search: Search, roles: readonly StaffRole[]): VisibleSearch {
  const sees = { phone: isVisible('phone', roles), email: isVisible('email', roles) }
  const seesNumbers = isVisible('purchase_number', roles)
  const endsExactly = isVisible('phone_end', roles) && search.ending?.length === PHONE_END
  if (search.ending !== undefined && !sees.phone && !endsExactly)
    throw invalid({ words: `You can search for a phone by its last ${PHONE_END} digits only` })
  if (search.addresses.length > 0 && !sees.email)
    throw invalid({ words: 'You cannot search for email addresses. Please enter a name' })
  if (search.row !== undefined && !seesNumbers)
    throw invalid({ words: 'You cannot search for payments and transactions. Please enter a name' })
  return {
    ...search,
    ...(!sees.phone && { phone: undefined, international: undefined }),
    ...(!seesNumbers && { number: undefined }),
    wordsInAddresses: sees.email,
  }
}
