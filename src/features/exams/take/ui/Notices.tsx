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
  // One strip for all: on a phone several would leave no room for the question.
  const texts = [
    hindered
      ? keptText(online ? (away ?? 'network') : 'offline', journalled)
      : !journalled && writing === 'here' && JOURNAL_AWAY,
    (kept === 'failed' || (hindered && (!kept || kept === 'never'))) && NOT_REOPENED,
    doubt > 0 && timeDoubtText(doubt),
    unread && `${JOURNAL_UNREAD} ${UNREAD_MISSING}`,
  ].filter((text) => text !== false)
  return (
    <>
      <div role="status">
        {texts.length > 0 && (
          <Strip icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
            <div className="space-y-1">
              {texts.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
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
