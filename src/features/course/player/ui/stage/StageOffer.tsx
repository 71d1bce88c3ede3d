import { useLayoutEffect } from 'react'
import { $offeredOnStage } from '../../../course-page.store.ts'
import { Offer, type OfferProps } from '../../../ui/Offer.tsx'

/** The offer within the player, also in full screen; meanwhile the header has none. */
export function StageOffer(props: OfferProps) {
  useLayoutEffect(() => {
    $offeredOnStage.set(true)
    return () => $offeredOnStage.set(false)
  }, [])
  return <Offer {...props} />
}
