/** Lines of the central logs, oldest first over all streams. */
import { number, record, records, text, texts, time } from '../cluster/reading/loose-fields.ts'
import type { Exhibit } from '../evidence.ts'
import type { LoggedLine } from './signal-scene.ts'

export function readLines(exhibit: Exhibit): LoggedLine[] {
  if (!exhibit.result.success) return []
  const streams = records(record(exhibit.result.data).streams)
  const lines = streams.flatMap(({ labels, lines: entries }) =>
    records(entries).flatMap((one) => {
      const [said, at] = [text(one.line), time(one.at)]
      return said === undefined || at === undefined ? [] : [{ text: said, at, labels: texts(labels), exhibit }]
    }),
  )
  return lines.sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** At its limit an answer keeps the newest, so the first line shown need not be the first there is. */
export function isCut({ parameters, result }: Exhibit): boolean {
  const total = number(record(result.data).lines_total) ?? 0
  return total >= (number(parameters.limit) ?? Number.POSITIVE_INFINITY) || 'truncated' in result
}
