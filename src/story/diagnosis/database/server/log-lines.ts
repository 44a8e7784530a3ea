/** Lines of the log server, in the order of time over all streams. */
import type { LogStream } from '../../../../ports/logs.ts'
import type { Seen } from '../../cluster/cluster-scene.ts'
import type { Exhibit } from '../../evidence.ts'

export type LoggedLine = { at: string; line: string; labels: Readonly<Record<string, string>> }

export function readLogLines(exhibit: Exhibit | undefined): Seen<LoggedLine>[] {
  const data = exhibit?.result.success ? (exhibit.result.data as { streams?: unknown }) : undefined
  if (exhibit === undefined || !Array.isArray(data?.streams)) return []
  const streams = data.streams.filter((stream): stream is LogStream => Array.isArray(stream?.lines))
  const lines = streams.flatMap(({ labels, lines: entries }) =>
    entries.filter((one) => typeof one?.line === 'string').map(({ at, line }) => ({ at, line, labels })),
  )
  return lines.sort((one, other) => one.at.localeCompare(other.at)).map((thing) => ({ exhibit, thing }))
}

type Said = { text: string; at: Date | undefined; exhibit: Exhibit }

/** What a program said, as the log server would show it. */
export function asLogged({ text, at, exhibit }: Said, labels: LoggedLine['labels']): Seen<LoggedLine> {
  return { exhibit, thing: { at: at?.toISOString() ?? '', line: text, labels } }
}

/** Several sources may show one line: of those with one key the last stays. Oldest first. */
export function onceInOrder(
  lines: readonly Seen<LoggedLine>[],
  keyOf: (line: LoggedLine) => string,
): Seen<LoggedLine>[] {
  const once = new Map(lines.map((one) => [keyOf(one.thing), one]))
  return [...once.values()].sort((one, other) => one.thing.at.localeCompare(other.thing.at))
}

export function linesMatching(lines: readonly Seen<LoggedLine>[], pattern: RegExp): Seen<LoggedLine>[] {
  return lines.filter(({ thing }) => pattern.test(thing.line))
}

/** Who said it, as far as the stream is labelled. */
export function speakerOf({ labels }: LoggedLine): string {
  return labels.pod ?? labels.app ?? labels.service ?? labels.service_name ?? labels.job ?? 'the log'
}
