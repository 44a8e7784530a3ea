/**
 * How sure a rule may be beside what the lenses see. Where its object is tied to the alert, or is the one the facts point to,
 * it keeps its word; where the facts tell of somebody else, both are told and it falls to a guess.
 */

import { noteSentences } from '../../../guidance/environment/note-sentences.ts'
import { metricsOf } from '../expressions.ts'
import type { Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { clockTime } from '../signals/points.ts'
import { type Hypothesis, UNTIED as STRANGE } from '../weigh.ts'
import { hasName } from './candidates/written-signs.ts'
import { isAkin } from './entity-of.ts'
import { middleGivenUp } from './fact.ts'
import { movedIn, sayLabels } from './figures.ts'
import type { Seen } from './look-through.ts'
import { tieTo, wordsNear } from './voices.ts'
import { sharesPhrase } from './whom-to-ask.ts'

export type Doubt = { reason: string; against: Hypothesis }

const SURE = 0.7
/** So much weaker than the best, its object is not what the facts tell of. */
const HALF = 0.5
/** Below it the lenses saw too little to object. */
const TELLING = 0.6

export function doubtOf([first]: readonly Finding[], { hypotheses, ringOf, starts }: Seen): Doubt | undefined {
  const [best] = hypotheses
  if (!first || first.confidence < SURE || !best || best.score < TELLING || isSpokenOf(first, best)) return undefined
  if (!OF_CLUSTER.test(first.subject.kind) || isTiedByDatabase(first)) return undefined
  const own = hypotheses.find(({ entity }) => isAkin(entity, first.subject.name))
  if (own && own.score >= best.score * HALF) return undefined
  // A stranger's trouble says nothing of what is tied.
  if (ringOf(best.entity) >= STRANGE && ringOf(first.subject.name) < STRANGE) return undefined
  // Who suffers has facts of its own; they speak against a cause only where nothing ties that to it.
  const isTied = ringOf(first.subject.name) < UNTIED || starts.some((start) => isSaidOf(first, start))
  if (isTied && ringOf(best.entity) === 0) return undefined
  return {
    reason: `What was seen around the alert points to ${best.entity} rather than to ${first.subject.name}`,
    against: best,
  }
}

/** The rule tells what it does to the very one whom the alert names. */
function isSaidOf({ statement }: Finding, start: string): boolean {
  return /[-_.\d]/.test(start) && hasName(statement, start)
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

// What people wrote of their environment in plain words, where it speaks of whom the alert is about or of what was
// seen.

const QUOTED_MAX = 420
const TIED = 2

/** A short note is read whole, of a long one the sentences that are tied to it. */
export function writtenBeforehand(scene: Scene, seen: Seen): string | undefined {
  const { notes } = scene.environment
  if (notes.length === 0) return undefined
  const known = wordsNear(scene, seen)
  const isTied = (text: string) =>
    tieTo(known, text) >= TIED || names(text, seen) || sharesPhrase(text.toLowerCase(), scene.subject.text)
  const [nearest] = notes
    .filter((note) => noteSentences(note).some(isTied))
    .sort((one, other) => tieTo(known, other) - tieTo(known, one))
  if (nearest === undefined) return undefined
  const told = nearest.length <= QUOTED_MAX ? nearest : noteSentences(nearest).filter(isTied).join(' ')
  return `People wrote beforehand: "${middleGivenUp(told.replace(/\s+/g, ' ').replaceAll('"', "'"), QUOTED_MAX)}".`
}

/** Whom the alert names, and not merely means. */
function names(text: string, { whom, starts }: Seen): boolean {
  const words = new Set(text.toLowerCase().match(/[\p{L}\d]+(?:[-_.][\p{L}\d]+)*/gu))
  return !whom.isOfWords && starts.some((name) => name.length > NAME_LEAST && words.has(name.toLowerCase()))
}

const NAME_LEAST = 3

// The alert's own counter began anew: it fell because its process was started again, and nothing was lost by that.

/** These forgive it. */
const FORGIVING = /\b(?:rate|irate|increase|resets)\s*\(/

export function countedAnew({ exhibits, subject }: Scene): string | undefined {
  const said = [...(subject.expressions ?? []), subject.text]
  if (said.some((one) => FORGIVING.test(one))) return undefined
  const named = said.flatMap(metricsOf)
  const counter = movedIn(exhibits).find(({ name, resetAt }) => resetAt !== undefined && named.includes(name))
  if (!counter?.resetAt) return undefined
  return `${counter.name}${sayLabels(counter.labels)} began to count anew from zero at ${clockTime(counter.resetAt)}, as a counter does when its process is started again: that it fell is no loss, and only an expression that does not forgive a reset (rate and increase do) fires on it.`
}
