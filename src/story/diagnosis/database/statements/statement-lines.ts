/** Where failing statements are told of: the server's log, the programs' own, and the error tracker. */
import type { Seen } from '../../cluster/cluster-scene.ts'
import { record, text } from '../../cluster/reading/loose-fields.ts'
import type { Scene } from '../../scene.ts'
import { exceptionsOf } from '../../signals/read-issue.ts'
import { saidLines } from '../../signals/said-lines.ts'
import type { LoggedLine } from '../server/log-lines.ts'

/** Of programs only the alert's own: what others fail at is another matter. Oldest first. */
export function statementLines(scene: Scene): Seen<LoggedLine>[] {
  const { cluster, subject, database } = scene
  const names = [...(cluster?.target.workloads ?? []).map(({ name }) => name), subject.service]
  const said = saidLines(scene)
    .filter(({ speaker, at }) => names.includes(speaker) && at !== undefined)
    .map(({ text: line, at, speaker, pod, exhibit }) => ({
      exhibit,
      thing: { at: at?.toISOString() ?? '', line, labels: { app: speaker, ...(pod !== undefined && { pod }) } },
    }))
  const all = [...(database?.lines ?? []), ...said, ...linesOfIssue(scene)]
  const once = new Map(
    all.map((one) => [`${one.thing.at.slice(0, 19)} ${one.thing.labels.pod} ${one.thing.line}`, one]),
  )
  return [...once.values()].sort((one, other) => one.thing.at.localeCompare(other.thing.at))
}

/** What the tracker keeps of the last event: one line, however often it was seen. */
function linesOfIssue({ signals, subject }: Scene): Seen<LoggedLine>[] {
  const { issue } = signals ?? {}
  if (!issue) return []
  const exceptions = [record(issue.source.metadata), ...exceptionsOf(record(issue.source.latestEvent))]
  const at = (issue.firstSeen ?? issue.lastSeen)?.toISOString() ?? ''
  const labels = { app: subject.service ?? issue.id }
  return exceptions.flatMap(({ value }) => {
    const line = text(value)
    return line === undefined || at === '' ? [] : [{ exhibit: issue.exhibit, thing: { at, line, labels } }]
  })
}
