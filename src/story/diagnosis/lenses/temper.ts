/**
 * How sure a rule may be beside what the lenses see. Where its object is tied to the alert, or is the one the facts point to,
 * it keeps its word; where the facts tell of somebody else, both are told and it falls to a guess.
 */
import type { Finding } from '../finding.ts'
import type { Hypothesis } from '../weigh.ts'
import { isAkin } from './entity-of.ts'
import type { Seen } from './look-through.ts'

export type Doubt = { reason: string; against: Hypothesis }

const SURE = 0.7
/** So much weaker than the best, its object is not what the facts tell of. */
const HALF = 0.5
/** Below it the lenses saw too little to object. */
const TELLING = 0.6

export function doubtOf([first]: readonly Finding[], { hypotheses, ringOf }: Seen): Doubt | undefined {
  const [best] = hypotheses
  if (!first || first.confidence < SURE || !best || best.score < TELLING || isSpokenOf(first, best)) return undefined
  if (!OF_CLUSTER.test(first.subject.kind) || isTiedByDatabase(first)) return undefined
  const own = hypotheses.find(({ entity }) => isAkin(entity, first.subject.name))
  if (own && own.score >= best.score * HALF) return undefined
  // Who suffers has facts of its own; they speak against a cause only where nothing ties that to it.
  if (ringOf(first.subject.name) < UNTIED && ringOf(best.entity) === 0) return undefined
  return {
    reason: `What was seen around the alert points to ${best.entity} rather than to ${first.subject.name}`,
    against: best,
  }
}

const UNTIED = 2
/** What lives in a database is found by its work rather than by its name. */
const OF_CLUSTER =
  /^(Deployment|StatefulSet|DaemonSet|ReplicaSet|Pod|Job|CronJob|Node|Service|Ingress|ConfigMap|Secret|PersistentVolumeClaim|Namespace|HorizontalPodAutoscaler|NetworkPolicy|ResourceQuota)$/

/** Two programs that meet in a database need no other tie. */
function isTiedByDatabase({ evidence }: Finding): boolean {
  return evidence.some(({ plugin }) => /^(active_connections|lock_waits|slow_queries|replication_lag)$/.test(plugin))
}

/** The rule itself speaks of whom the facts point to, or rests on one of its strongest facts. */
function isSpokenOf({ statement, evidence, facts, subject }: Finding, best: Hypothesis): boolean {
  const words = [statement, ...facts.map(({ text }) => text)].join(' ')
  if (isAkin(subject.name, best.entity) || words.toLowerCase().includes(best.entity.toLowerCase())) return true
  const quotes = best.facts.slice(0, 4).flatMap((fact) => fact.evidence.map(({ quote }) => quote.slice(0, 60)))
  return evidence.some(({ quote }) => quotes.some((one) => quote.includes(one) || one.includes(quote.slice(0, 60))))
}
