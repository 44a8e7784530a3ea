/** What is known of a failing service where nothing tells why: since when, how much of it, and in its own words. */
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain, type Link } from '../../signals/failure-chain.ts'
import { type Onset, onsetsOf } from '../../signals/fault-onset.ts'
import { percent } from '../../signals/points.ts'
import { projectOf } from '../../signals/read-signal-scene.ts'
import { saidLines } from '../../signals/said-lines.ts'
import { citeFigure, citeLine, makeFinding } from '../../signals/signal-finding.ts'
import { type Telling, tellingOf } from '../../signals/telling-line.ts'
import { failingShare, type Traffic, trafficOf } from '../../signals/traffic.ts'
import { errorsOver } from './errors-over.ts'

const SHARE_WORTH_TELLING = 0.01

export const failingService: Analyzer = (scene) => {
  const [front] = failureChain(scene)
  const { issue } = scene.signals ?? {}
  const name = front?.name ?? scene.subject.service ?? (issue && (projectOf(issue)[0] ?? `Issue ${issue.id}`))
  // Of a pod that does not run its own state tells more; of errors that are over, that they are.
  if (name === undefined || front?.troubled || front?.hasNoReplicas || errorsOver(scene).length > 0) return []
  const failure = failureOf(scene, name, front)
  return failure.parts.length > 0 ? [failing(name, front, failure)] : []
}

type Failure = { parts: readonly string[]; evidence: Finding['evidence']; since: Date | undefined }

function failureOf(scene: Scene, name: string, front: Link | undefined): Failure {
  const { signals, subject } = scene
  const names = [name, ...(subject.service === undefined ? [] : [subject.service])] as const
  const [onset] = onsetsOf(scene, { names, isSubject: true })
  const traffic = signals && trafficOf(signals, names)
  const telling = tellingOf(saidLines(scene), front ? [front.name] : names)
  const signs = [
    ...(traffic ? ofTraffic(traffic) : []),
    ...(onset ? ofOnset(onset) : []),
    ...(telling ? ofLog(telling) : []),
  ]
  return {
    parts: signs.map(({ text }) => text),
    evidence: signs.flatMap(({ evidence }) => evidence),
    since: onset?.at,
  }
}

type Part = { text: string; evidence: Finding['evidence'] }

function ofTraffic(traffic: Traffic): Part[] {
  const share = failingShare(traffic)
  if (share === undefined || share < SHARE_WORTH_TELLING) return []
  const evidence = traffic.failing.slice(0, 1).flatMap((figure) => citeFigure(figure))
  return [{ text: `${percent(share)} of its requests fail`, evidence }]
}

function ofOnset({ clause: text, evidence }: Onset): Part[] {
  return [{ text, evidence }]
}

function ofLog({ words, count, evidence }: Telling): Part[] {
  return [{ text: `its log says "${words}" (${count} such lines seen)`, evidence: evidence.map(citeLine) }]
}

function failing(name: string, front: Link | undefined, { parts, evidence, since }: Failure): Finding {
  const { kind = 'Service', namespace } = front?.workload ?? {}
  return makeFinding({
    kind: 'failing_service',
    statement: `${name} does not work as it should: ${parts.join('; ')}.`,
    evidence,
    confidence: 0.45,
    subject: { kind, name, ...(namespace !== undefined && { namespace }) },
    weight: 'symptom',
    ...(since && { since }),
    noActionReason: 'What was seen does not tell the cause, so nothing should be changed.',
  })
}
