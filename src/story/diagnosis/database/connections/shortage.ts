/** When a server had no connection left for somebody, as far as anybody has written it down. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import { clockTime } from '../../signals/figure-words.ts'
import { linesMatching } from '../server/log-lines.ts'

export const REFUSED_FOR_ROOM =
  /too many (clients|connections)|connection slots are reserved|too many connections for (role|database)/i

export type Shortage = {
  at: Date
  /** As part of a sentence. */
  clause: string
  evidence: readonly EvidenceReference[]
}

/** The first refusal in a log, else the alert: it cannot have begun later. */
export function shortageOf(scene: Scene): Shortage | undefined {
  const first = refusals(scene).sort((one, other) => Number(one.at) - Number(other.at))[0]
  const { startedAt } = scene.subject
  if (first && (startedAt === undefined || first.at <= startedAt)) return first
  return startedAt ? { at: startedAt, clause: `the alert fired at ${clockTime(startedAt)}`, evidence: [] } : first
}

function refusals({ database, cluster }: Scene): Shortage[] {
  const logged = linesMatching(database?.lines ?? [], REFUSED_FOR_ROOM).map(({ thing, exhibit }) => ({
    at: new Date(thing.at),
    evidence: [cite(exhibit, thing.line)],
  }))
  const ofPods = (cluster?.logs ?? []).flatMap(({ lines, exhibit }) =>
    lines.flatMap(({ at, text }) =>
      at && REFUSED_FOR_ROOM.test(text) ? [{ at, evidence: [cite(exhibit, text)] }] : [],
    ),
  )
  return [...logged, ...ofPods]
    .filter(({ at }) => !Number.isNaN(at.getTime()))
    .map((one) => ({ ...one, clause: `the first connection was refused at ${clockTime(one.at)}` }))
}
