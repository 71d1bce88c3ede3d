import { useStore } from '@nanostores/react'
import type { Attempt } from '../answers/attempt.store.ts'
import type { ExamQuestion } from '../attempt.contract.ts'
import {
  JOURNAL_AWAY,
  JOURNAL_UNREAD,
  keptText,
  NOT_REOPENED,
  timeDoubtText,
  UNREAD_MISSING,
} from '../../ui/fault-texts.ts'
import { LaterPart } from './later/LaterPart.tsx'
import { Strip } from './Strip.tsx'
import { useSitting } from './sitting.ts'
import ClockIcon from 'virtual:lucide/clock'
import CloudOffIcon from 'virtual:lucide/cloud-off'

/**
 * What keeps answers from the server, and what can be done: above the actions, so that nothing moves under the finger when
 * it comes and goes.
 */
export function Notices({ attempt, questions }: { attempt: Attempt; questions: ExamQuestion[] }) {
  const { $doubt, $kept, $online, $unread, $writing } = useSitting()
  const work = useStore(attempt.$work)
  const away = useStore(attempt.$away)
  const journalled = useStore(attempt.$journalled)
  const online = useStore($online)
  const writing = useStore($writing)
  const unread = useStore($unread)
  const elsewhere = writing !== 'here' || Object.keys(work.aside).length > 0
  const hindered = !online || !work.reachable
  const kept = useStore($kept)
  const doubt = useStore($doubt)
  return (
    <>
      <div role="status">
        {hindered ? (
          <Strip icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
            <p>{keptText(online ? (away ?? 'network') : 'offline', journalled)}</p>
          </Strip>
        ) : (
          !journalled &&
          writing === 'here' && (
            <Strip icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
              <p>{JOURNAL_AWAY}</p>
            </Strip>
          )
        )}
        {(kept === 'failed' || (hindered && kept !== 'kept')) && (
          <Strip icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
            <p>{NOT_REOPENED}</p>
          </Strip>
        )}
        {doubt > 0 && (
          <Strip icon={<ClockIcon className="size-5 shrink-0 text-warning" />}>
            <p>{timeDoubtText(doubt)}</p>
          </Strip>
        )}
        {unread && (
          <Strip icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
            <p>{`${JOURNAL_UNREAD} ${UNREAD_MISSING}`}</p>
          </Strip>
        )}
      </div>
      <div role="alert">
        {elsewhere && (
          <LaterPart waiting={null}>
            {({ Elsewhere }) => <Elsewhere attempt={attempt} questions={questions} />}
          </LaterPart>
        )}
      </div>
    </>
  )
}
