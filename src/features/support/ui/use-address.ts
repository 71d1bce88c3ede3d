import { useCallback, useEffect, useState } from 'react'
import { supportAddress, ticketIn } from '../support-address.rules.ts'

/** Which ticket the address names; following back, forward and `open`. */
export function useAddress() {
  const [ticket, setTicket] = useState(() => ticketIn(location.search))
  useEffect(() => {
    const read = () => setTicket(ticketIn(location.search))
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  const open = useCallback((next: number | undefined) => {
    if (next !== ticketIn(location.search)) history.pushState(null, '', supportAddress(next))
    setTicket(next)
  }, [])
  return { ticket, open }
}
