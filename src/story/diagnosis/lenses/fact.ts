/** What a lens sees: something about an entity, with its moment, the words that stand in an exhibit, and how telling it is. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { Difference, WorkloadName } from '../cluster/cluster-scene.ts'

export type LensName = 'fired' | 'moved' | 'said' | 'changed' | 'differs' | 'state' | 'known'

/** What was done. A release and a scaling can be undone; what was written into a configuration only by who wrote it. */
export type Deed =
  /** `isUnderPods`: while they ran, which nobody rolled out. */
  | { kind: 'written'; isUnderPods: boolean }
  /** `backTo` is the revision before it, where a harmless one came after it. */
  | { kind: 'release'; workload: WorkloadName; differences: readonly Difference[]; backTo?: number }
  | { kind: 'scaling'; deployment: string; namespace: string; from: number; to: number }

export type Fact = {
  lens: LensName
  /** Whom it is about, as the world calls it. */
  entity: string
  /** Further names that stand in it, of whoever is complained of or touched. */
  names: readonly string[]
  at: Date | undefined
  /** 0 to 1, before it is known how near it stands to the alert. */
  strength: number
  /** One short line with literal values. */
  text: string
  evidence: readonly EvidenceReference[]
  /** When it was said last. */
  until?: Date | undefined
  /** The pods that say it since the trouble began. */
  pods?: readonly string[]
  /** The namespace that its labels tell. */
  place?: string | undefined
  deed?: Deed
  /** It tells of what goes wrong: a complaint, or a count of failures that stands above that of its siblings. */
  isIll?: boolean
  /** It is no longer measured at all. */
  isGone?: boolean
  /** A pod's figure that begins or ends with the pod, as in every rollout. */
  isOfRollout?: boolean
  /** What a program says of its everyday work, over and over. */
  isChatter?: boolean
  /** The alert's own figure, which stood beyond its bound before it moved. */
  stoodBeyond?: boolean
  /** The alert's own figure of somebody, which stayed within its bound all the while. */
  isQuiet?: boolean
  /** A figure that stands at the limit its own family names. */
  isAtLimit?: boolean
  /** How many times of what it was a figure is now. */
  growth?: number
  /** Where it stands now, if it stood at nothing before. */
  fromNothing?: number
  /** So many times as much is asked of it as before: how often it is called and answers. */
  demand?: number
}

const TEXT_MAX = 360
const TAIL = 180

/** The middle is given up: who stands at the beginning, why at the end. */
export function clipped(text: string, max = TEXT_MAX): string {
  const plain = shortQuotes(text, max)
  return middleGivenUp(plain, max)
}

/** Words of ours stay whole, so that they can be told in another language; what they quote gives way, the longest first. */
export function shortQuotes(text: string, max: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const longest = [...plain.matchAll(QUOTED)].reduce((one, [other]) => (other.length > one.length ? other : one), '')
  if (plain.length <= max || longest.length <= QUOTE_MIN) return plain
  const room = Math.max(QUOTE_MIN, longest.length - (plain.length - max))
  return shortQuotes(
    plain.replace(longest, () => middleGivenUp(longest, room)),
    max,
  )
}

const QUOTED = /(?<=")[^"]+(?=")/g
/** Shorter ones say nothing. */
const QUOTE_MIN = 48
const DOTS = ' … '

export function middleGivenUp(text: string, max: number): string {
  if (text.length <= max) return text
  const tail = Math.min(TAIL, Math.floor(max / 2))
  return `${text.slice(0, max - tail - DOTS.length)}${DOTS}${text.slice(-tail)}`
}
