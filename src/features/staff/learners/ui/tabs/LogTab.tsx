import { logColumns } from '../../../audit/ui/log-columns.tsx'
import { log } from '../../learners.store.ts'
import { TabTable } from './TabTable.tsx'

const columns = logColumns.filter(({ id }) => id !== 'learner')

/** What staff did for the learner, or looked at. */
export function LogTab({ id }: { id: number }) {
  return <TabTable id={id} caption="Log" loader={log} columns={columns} empty="Nothing was done" />
}
