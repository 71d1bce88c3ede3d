import { EndAct, ExtendAct, GrantAct, MoveAct } from './AccessActs.tsx'
import { BlockAct, LogOutAct, PhoneAct, UnblockAct, UnlockAct } from './AccountActs.tsx'
import type { ActProps, Asked } from './asked.ts'
import { AttemptsAct, RefundAct, TimeAct } from './OtherActs.tsx'
import { SaleAct } from './SaleAct.tsx'

/** The dialog of what somebody is about to do. */
export function ActDialog({ asked, ...props }: ActProps & { asked: Asked }) {
  switch (asked.what) {
    case 'grant':
      return <GrantAct {...props} />
    case 'sale':
      return <SaleAct {...props} />
    case 'logout':
      return <LogOutAct {...props} />
    case 'unlock':
      return <UnlockAct {...props} />
    case 'phone':
      return <PhoneAct {...props} />
    case 'block':
      return <BlockAct {...props} from={asked.from} />
    case 'unblock':
      return <UnblockAct {...props} from={asked.from} />
    case 'extend':
      return <ExtendAct {...props} course={asked.course} />
    case 'move':
      return <MoveAct {...props} course={asked.course} />
    case 'end':
      return <EndAct {...props} course={asked.course} />
    case 'attempts':
      return <AttemptsAct {...props} attempt={asked.attempt} />
    case 'time':
      return <TimeAct {...props} attempt={asked.attempt} />
    case 'refund':
      return <RefundAct {...props} payment={asked.payment} />
  }
}
