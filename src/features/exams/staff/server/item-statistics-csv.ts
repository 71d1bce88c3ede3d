import { letterOf } from '#lib/both/text/format.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { csvOf } from '#lib/server/text/csv.ts'
import { plainWords } from '#lib/server/text/html.ts'
import { twoDecimals } from '../../exams.rules.ts'
import type { ExamStatistics, ItemOfPaper } from './item-statistics.ts'

/** Of a correlation or an index: what follows says nothing. */
const round = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000)

/** The statistics of an exam as a file, a line a question; shares are percent. */
export function itemStatisticsCsv({ statistics, items }: Extract<ExamStatistics, { is: 'known' }>): string {
  const { candidates, upper, lower } = statistics
  const places = Array.from({ length: Math.max(0, ...items.map(({ options }) => options.length)) }, (_, place) => place)
  const percent = (part: number, of: number) => (of === 0 ? 0 : twoDecimals(part * 100, of))
  const ofOption = (option: ItemOfPaper['options'][number] | undefined) =>
    option
      ? [
          plainWords(option.content),
          ...[percent(option.chosen, candidates), percent(option.upper, upper), percent(option.lower, lower)],
        ]
      : [null, null, null, null]
  return csvOf([
    [
      ...['Question', 'Section', 'Text', 'Key', 'Candidates', 'Right %', 'Wrong %', 'Left %'],
      ...['Correlation with the rest', 'Discrimination', 'Median seconds'],
      ...places.flatMap((place) => [
        letterOf(place),
        `${letterOf(place)} %`,
        `${letterOf(place)} upper %`,
        `${letterOf(place)} lower %`,
      ]),
    ],
    ...items.map(({ number, section, content, right, wrong, left, options, ...item }) => [
      ...[number, section, plainWords(content), keyOf(options), candidates],
      ...[percent(right, candidates), percent(wrong, candidates), percent(left, candidates)],
      ...[round(item.correlation), round(item.discrimination)],
      item.median_ms === null ? null : Math.round(item.median_ms / SECOND),
      ...places.flatMap((place) => ofOption(options[place])),
    ]),
  ])
}

/** Letters of the right options. */
export function keyOf(options: ItemOfPaper['options']): string {
  return options.flatMap(({ right }, place) => (right ? [letterOf(place)] : [])).join(' ')
}
