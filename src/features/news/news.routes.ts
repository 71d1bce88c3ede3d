import { handle } from '#core/calls/handle.ts'
import * as contract from './news.contract.ts'
import { filterNews } from './server/filter-news.ts'

export const newsRoutes = [handle(contract.filterNews, filterNews)]
