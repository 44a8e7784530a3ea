/** What we believe about an incident, and what proves it. The same record whether analysis or a model wrote it. */

import type { EntityMap } from './entity-map.ts'
import type { ClearedStep } from './wanted-step.ts'

/** Points at one plugin call of the timeline and at words that stand in its result. */
export type EvidenceReference = { call: string; plugin: string; quote: string }

/** `against` is what speaks against its having to do with the alert; such a one stands after all others. */
export type KeyFinding = { text: string; evidence: readonly EvidenceReference[]; against?: string }

/**
 * fault               something is wrong now
 * recovered           something was wrong, and is not any more
 * works_as_designed   the alert fires as it should, and nothing needs to be done
 * not_found           the object the alert speaks of is not there
 * unclear             the evidence does not tell
 */
export type Situation = 'fault' | 'recovered' | 'works_as_designed' | 'not_found' | 'unclear'

/** Text from outside that gives orders, so that people and model know what not to follow. */
export type InstructionFlag = { where: string; text: string }

/** `object` is kind, namespace and name in one word; `plugins` are those whose answers proved it. */
export type FaultName = {
  kind: string
  object: string
  statement: string
  plugins?: readonly string[]
  /** Seen beside the alert, which it does not explain: nobody is called for it first. */
  isBeside?: true
}

/** What people wrote down that fits the incident, in their own words. */
export type KnownEntry = {
  /** In the knowledge base. */
  id: string
  title: string
  /** The sentence that answers best. */
  quote: string
  why: string
  /** Of a known problem that names signs: whether all of them were seen. */
  holds?: boolean
  /** Where the quote stands, and where the signs were seen. */
  evidence: readonly EvidenceReference[]
}

export type Diagnosis = {
  conclusion: string
  /** 0 to 1. */
  confidence: number
  keyFindings: readonly KeyFinding[]
  /** What a person could do; never part of the plan. */
  suggestedActions: readonly string[]
  source: 'analysis' | 'model'
  situation: Situation
  ruledOut: readonly string[]
  /** What could not be looked at, in sentences; part of an honest answer. */
  notSeen: readonly string[]
  flags: readonly InstructionFlag[]
  /** What was found wrong, by kind and object, so that a later look can say whether it is still there. */
  faults: readonly FaultName[]
  /** Whom the first of them reaches, as alerts would name them; see ties.ts. Only where it is proven. */
  reach?: readonly string[]
  /** Nothing of what the alert speaks of could be looked at: its labels are all that is known. */
  isBlind?: boolean
  /** Runbooks and known problems that match; the best first. */
  knowledge?: readonly KnownEntry[]
  /** Why there is no plan, where there is none. */
  noActionReason?: string
  /** What analysis and model disagree on. */
  disagreement?: string
  /** What the other of the two holds, with its own evidence, where both have proven something. */
  otherView?: OtherView
  /** Why analysis stands although a model was asked. */
  modelFailure?: string
  /** What the lenses saw, the strongest first, also of those the conclusion does not speak of. */
  facts?: readonly SeenFact[]
  /** Whom what was seen points to, the likeliest first; few. Where a cause is proven, it is usually the first of them. */
  guesses?: readonly Guess[]
  /** When it began, by the figures and lines around it; an alert fires later. ISO 8601. */
  onset?: string
  /** What people and controllers did before it, by their moments; few. */
  changes?: readonly SeenChange[]
  /** Whom it looked at and what ties them. */
  map?: EntityMap
  /** Version of the prompts the model was asked with. */
  promptVersion?: string
}

/** Something a lens saw of somebody, with the words that prove it. */
export type SeenFact = {
  /** Which lens: `changed`, `moved`, `said`, `state`, `fired` or `differs`. */
  lens: string
  entity: string
  /** Further names that stand in it. */
  names: readonly string[]
  text: string
  evidence: readonly EvidenceReference[]
}

/** A release, a scaling, something written. `at` is ISO 8601. */
export type SeenChange = { at: string; entity: string; text: string; evidence: readonly EvidenceReference[] }

/** Whom to look at and why, and what speaks against it. */
export type Guess = { entity: string; findings: readonly KeyFinding[]; against: readonly string[] }

export type OtherView = Pick<Diagnosis, 'conclusion' | 'confidence' | 'keyFindings' | 'source'>

/** A diagnosis and the steps it leads to, each let through by its plugin's gate. None means: nothing should be changed. */
export type DiagnosisOutcome = {
  diagnosis: Diagnosis
  wanted: readonly ClearedStep[]
  /** The steps of the other view: a person may choose them instead, never both. */
  alternative?: readonly ClearedStep[]
}
