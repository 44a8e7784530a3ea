/** What is not in the cluster and yet was heard of just now runs somewhere else. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { cite, citeField } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { clockTime } from './points.ts'
import { projectOf } from './read-signal-scene.ts'
import { citeFigure } from './signal-finding.ts'
import type { Figure, LoggedLine } from './signal-scene.ts'

/** `clause` is part of a sentence. */
export type SignOfLife = { clause: string; evidence: readonly EvidenceReference[] }

/** What was taken away a moment ago has left lines and samples too. */
const JUST_NOW = 10 * 60_000

export function signOfLife(scene: Scene, name: string): SignOfLife | undefined {
  return ofLog(scene, name) ?? ofIssue(scene, name) ?? ofFigures(scene, name)
}

function isJustNow(at: Date | undefined, { now }: Scene): boolean {
  return at !== undefined && now.getTime() - at.getTime() < JUST_NOW
}

/** A line of a pod would be one of the cluster's. */
function ofLog(scene: Scene, name: string): SignOfLife | undefined {
  const isOurs = ({ labels, at }: LoggedLine) =>
    labels.pod === undefined && isJustNow(at, scene) && Object.values(labels).includes(name)
  const last = scene.signals?.lines.findLast(isOurs)
  return last && { clause: `it logged at ${clockTime(last.at)}`, evidence: [cite(last.exhibit, last.text)] }
}

function ofIssue(scene: Scene, name: string): SignOfLife | undefined {
  const issue = scene.signals?.issue
  if (!issue?.lastSeen || !projectOf(issue).includes(name) || !isJustNow(issue.lastSeen, scene)) return undefined
  const { id, lastSeen, exhibit, source } = issue
  const evidence = [citeField(exhibit, 'lastSeen', String(source.lastSeen))]
  return { clause: `its issue ${id} was seen at ${clockTime(lastSeen)}`, evidence }
}

/** What the platform says of pods outlives them for a while. */
function ofFigures(scene: Scene, name: string): SignOfLife | undefined {
  const isOurs = ({ labels, points }: Figure) =>
    labels.pod === undefined &&
    labels.namespace === undefined &&
    Object.values(labels).includes(name) &&
    isJustNow(new Date(points.at(-1)?.at ?? 0), scene)
  const figure = scene.signals?.figures.find(isOurs)
  const at = figure?.points.at(-1)?.at
  return figure && at !== undefined
    ? { clause: `it was measured at ${clockTime(new Date(at))}`, evidence: citeFigure(figure) }
    : undefined
}
