import { handle } from '#core/calls/handle.ts'
import * as contract from './news.contract.ts'
import { filterNews } from './server/filter-news.ts'
import * as entries from './staff/news-entries.contract.ts'
import { getNews, listNews, newsChoices } from './staff/server/read-news.ts'
import { changeNews, makeNews, restoreNews, withdrawNews } from './staff/server/write-news.ts'

export const newsRoutes = [
  handle(contract.filterNews, filterNews),
  handle(entries.listNews, listNews),
  handle(entries.newsChoices, newsChoices),
  handle(entries.getNews, getNews),
  handle(entries.makeNews, makeNews),
  handle(entries.changeNews, changeNews),
  handle(entries.withdrawNews, withdrawNews),
  handle(entries.restoreNews, restoreNews),
]
