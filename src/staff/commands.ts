import { accessCommands } from './access.ts'
import { accountCommands } from './accounts.ts'
import type { StaffCommand } from './command.ts'
import { discussionCommands } from './discussions.ts'
import { examCommands } from './exams.ts'
import { learnerCommands } from './learners.ts'
import { logCommands } from './log.ts'
import { notifyCommands } from './notify.ts'
import { reportCommands } from './reports.ts'
import { ticketCommands } from './tickets.ts'

/** Every command of `npm run staff`, in the order of the help. A new one is added here. */
export const commands: StaffCommand[] = [
  ...ticketCommands,
  ...discussionCommands,
  ...reportCommands,
  ...notifyCommands,
  ...learnerCommands,
  ...accountCommands,
  ...accessCommands,
  ...examCommands,
  ...logCommands,
]
