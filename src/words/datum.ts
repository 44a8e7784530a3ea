/** What is no prose but a name, a figure, a time or a quotation: it stands in a Chinese sentence as it was written. */
import { isPaired } from './sentences.ts'

const KINDS_OF_OBJECTS =
  'Deployment|StatefulSet|DaemonSet|ReplicaSet|CronJob|Job|Pod|Service|Node|Ingress|ConfigMap|Secret|PersistentVolumeClaim|PersistentVolume|HorizontalPodAutoscaler|PodDisruptionBudget|NetworkPolicy|Endpoints|EndpointSlice|ServiceAccount|Role|ClusterRole|RoleBinding|ClusterRoleBinding|StorageClass|ResourceQuota|LimitRange|Certificate|Issuer|ClusterIssuer|Kustomization|HelmRelease|Application|Rollout|Namespace'
export const OBJECT = new RegExp(`^(?:${KINDS_OF_OBJECTS})$`)

const QUOTATION = /^(?:"[^"]*"|“[^”]*”|`[^`]*`)$/
const FIGURE =
  /^[-+~±<>≥≤]?\d+(?:[.,]\d+)*(?: ?(?:%|‰|ns|µs|ms|s|min|h|d|[KMGTP]i?B|[kKMGT]B|bytes|B|m|cores?|[KMGT]i|\/s|\/min|[KMGT]i?B\/s|×|percent))?$/
const TIME = /^(?:\d{4}-\d{2}-\d{2}[T ])?\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z| UTC)$|^\d{4}-\d{2}-\d{2}$/
const SERIES = /^[\w:.]+\{[^{}\n]*\}$/
const NAMED = new RegExp(`^(?:${KINDS_OF_OBJECTS}) [^\\s,;:]+$`)
/** No name, wherever they stand. */
const SMALL_WORD =
  /^(?:is|are|was|were|has|have|had|does|do|did|not|no|none|and|or|but|the|a|an|of|to|in|on|at|by|for|from|with|after|before|since|until|it|its|them|they|their|that|this|which|who|as|so|than|then|there)$/i
const PLAIN_WORD = /^[A-Z]?[a-z’']+$/

/** A single word is a name unless it is one our sentences say: in doubt it is English. */
export function isDatum(text: string, vocabulary: ReadonlySet<string>): boolean {
  if ([QUOTATION, FIGURE, TIME, SERIES, NAMED].some((form) => form.test(text))) return true
  if (!isName(text)) return false
  return !PLAIN_WORD.test(text) || !vocabulary.has(text.toLowerCase())
}

/** A number with or without its unit. */
export function isFigure(text: string): boolean {
  return FIGURE.test(text)
}

export function isMoment(text: string): boolean {
  return TIME.test(text)
}

/** One word without a stop at its end. */
export function isName(text: string): boolean {
  return /^[^\s(]\S*$/.test(text) && /[^.,;:!?]$/.test(text) && !SMALL_WORD.test(text) && isPaired(text)
}
