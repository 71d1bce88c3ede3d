import { accessCommands } from './commands/access.ts'
import { bulkCommands } from './commands/access-bulk.ts'
import { accountCommands } from './commands/accounts.ts'
import type { StaffCommand } from './command.ts'
import { discussionCommands } from './commands/discussions.ts'
import { examGifts } from './commands/exam-gifts.ts'
import { examViews } from './commands/exam-views.ts'
import { examCommands } from './commands/exams.ts'
import { learnerCommands } from './commands/learners.ts'
import { logCommands } from './commands/log.ts'
import { moneyCommands } from './commands/money.ts'
import { notifyCommands } from './commands/notify.ts'
import { paymentCommands } from './commands/payments.ts'
import { reportCommands } from './commands/reports.ts'
import { teamCommands } from './commands/team.ts'
import { ticketCommands } from './commands/tickets.ts'

/** Every command of `npm run staff`, in the order of the help. A new one is added here. */
export const commands: StaffCommand[] = [
  ...ticketCommands,
  ...discussionCommands,
  ...reportCommands,
  ...notifyCommands,
  ...learnerCommands,
  ...accountCommands,
  ...accessCommands,
  ...bulkCommands,
  ...moneyCommands,
  ...paymentCommands,
  ...examCommands,
  ...examViews,
  ...examGifts,
  ...teamCommands,
  ...logCommands,
]
