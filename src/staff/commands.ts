import { accountCommands } from './accounts.ts'
import type { StaffCommand } from './command.ts'
import { discussionCommands } from './discussions.ts'
import { examCommands } from './exams.ts'
import { notifyCommands } from './notify.ts'
import { ticketCommands } from './tickets.ts'

/** Every command of `npm run staff`, in the order of the help. A new one is added here. */
export const commands: StaffCommand[] = [
  ...ticketCommands,
  ...discussionCommands,
  ...notifyCommands,
  ...accountCommands,
  ...examCommands,
]
