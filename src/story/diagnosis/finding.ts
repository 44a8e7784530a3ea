/** What an analyzer says: something the evidence shows, with where it was seen and what it means. */

import type { EvidenceReference, Situation } from '../incident/diagnosis.ts'
import type { WantedAction } from '../incident/wanted-step.ts'
import type { Scene } from './scene.ts'

export type ObjectName = { kind: string; namespace?: string; name: string }

export type Finding = {
  /** A short word for the kind of situation, such as `image_not_found`; ranking and tests speak of it. */
  kind: string
  /** One or two sentences a person reads first: which object, what is wrong with it, and why, with the literal values. */
  statement: string
  /** Further facts worth a line of their own, each with its evidence; few. */
  facts: readonly { text: string; evidence: readonly EvidenceReference[] }[]
  evidence: readonly EvidenceReference[]
  /** 0.9 two independent sources agree and the order in time fits; 0.7 one decisive field; 0.5 inference; 0.4 or less something is missing. */
  confidence: number
  situation: Situation
  subject: ObjectName
  /**
   * cause    explains what the alert tells
   * symptom  is explained by a cause if there is one, and stands alone otherwise
   * context  worth knowing; never the conclusion where anything else was found
   */
  weight: 'cause' | 'symptom' | 'context'
  /** When it began, as far as the evidence shows. */
  since?: Date
  /** Objects whose state it rests on: what is wrong with one of them lies behind it. */
  restsOn?: readonly ObjectName[]
  /** Kinds of findings that this one explains. */
  explains?: readonly string[]
  /** In order. Only what its gate lets through; the reason for doing nothing stands in `noActionReason`. */
  actions: readonly WantedAction[]
  noActionReason?: string
  /** He fails, and nothing ties him to the alert: his trouble belongs to an alert of his own. */
  isStranger?: true
  /** What speaks against its being what the alert tells of: it is told after all others, and is nobody's first guess. */
  against?: string
  /** What a person could do. */
  suggestions: readonly string[]
}

export const NOTHING_TIES = 'nothing ties it to the alert'

/** Pure: the same scene gives the same findings. None is a frequent and good answer. */
export type Analyzer = (scene: Scene) => readonly Finding[]

/** A quote, several, or nothing where it was not seen. */
type Quoted = EvidenceReference | readonly EvidenceReference[] | false | '' | 0 | null | undefined

/** What a rule has to say of a fault; the rest is as usual. */
export type Told = Pick<Finding, 'kind' | 'statement' | 'confidence' | 'subject'> &
  Partial<Omit<Finding, 'evidence' | 'since'>> & { evidence: readonly Quoted[]; since?: Date | undefined }

export function fault({ evidence, since, ...told }: Told): Finding {
  return {
    ...{ facts: [], situation: 'fault', weight: 'cause', actions: [], suggestions: [], ...told },
    evidence: evidence.flatMap((quoted) => quoted || []),
    ...(since && { since }),
  }
}
