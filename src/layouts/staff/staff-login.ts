import { watchNetwork } from '../away/offline.ts'

/** The log-in's own script. */

watchNetwork()
