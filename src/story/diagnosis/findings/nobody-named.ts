/**
 * Of an alert that names nobody: whom it means all the same. Its words may say a name, what is wrong with him, or that programs
 * do not run, which means whichever does not; all else that fails, in its place or anywhere, is nobody's whom it tells of.
 */

import { spelled } from '../cluster/asking/look-at-logs.ts'
import type { ClusterScene, WorkloadName } from '../cluster/cluster-scene.ts'
import { imagesOfWorkload } from '../cluster/pods/workload-pods.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import type { Finding } from '../finding.ts'
import { bearersOf } from '../gates/bearers.ts'
import { hasName } from '../lenses/candidates/written-signs.ts'
import { isMeantByWords } from '../lenses/meant-by-words.ts'
import { linesOf } from '../lenses/said.ts'
import { COMMON } from '../lenses/whom-to-ask.ts'
import { isSameFamily } from '../rank.ts'
import type { Scene } from '../scene.ts'
import { isErrorLine } from '../signals/said-lines.ts'

type Sight = Scene & { cluster: ClusterScene }

/** Programs that do not start, live or serve, whichever they are. */
const ABOUT_RUNNING =
  /\b(?:pods?|containers?|replicas?|deployments?|statefulsets?|daemonsets?|workloads?|rollouts?|crash\w*|restart\w*|oom\w*|evict\w*|back ?-?off|image ?pull\w*|not ?ready|unready|pending|unschedulable|killed|out of memory|(?:cron)?jobs? (?:fail|not|miss|run|did)\w*)\b/i

export function meansWhoeverFails(subject: Scene['subject']): boolean {
  return ABOUT_RUNNING.test(wordsOf(subject))
}

export function isMeantByAlert(finding: Finding, scene: Sight): boolean {
  const words = wordsOf(scene.subject)
  const meant = [...bearersOf(scene, scene.cluster).map(({ workload }) => workload), ...calledByWords(words, scene)]
  const isMeant = meant.some((one) => isSameFamily(finding.subject, one)) || isSaidIn(words, finding.kind)
  return isMeant || isMeasured(finding) || isComplainedOf(finding.subject, scene)
}

const OF_LISTINGS = /^(?:list_pods|describe_pod|get_events|get_pod_logs|top_pods|logs\.query|llm\.orchestrator_action)$/

/** A figure or a database shows it as well, and those were asked for what the alert tells. */
function isMeasured({ evidence }: Finding): boolean {
  return evidence.some(({ plugin }) => !OF_LISTINGS.test(plugin))
}

/** In the place that the alert names, others fail for his sake. */
function isComplainedOf({ namespace, name }: Finding['subject'], scene: Sight): boolean {
  if (namespace === undefined || namespace !== scene.subject.namespace) return false
  const own = { namespace, name }
  return linesOf(scene).some(
    (line) => isErrorLine(line) && !isSameFamily({ namespace, name: line.speaker }, own) && hasName(line.said, name),
  )
}

/** By his name, or by the program he runs: `RedisDown`. */
function calledByWords(words: string, { cluster }: Sight): WorkloadName[] {
  return allWorkloads(cluster).filter((one) => {
    const programs = imagesOfWorkload(cluster, one).map((image) => image.replace(/^.*\//, '').replace(/[:@].*$/, ''))
    return [one.name, ...programs].some((name) => isMeantByWords(words, name))
  })
}

const EVERYDAY_FAULT = /^(?:fails?|failed|failing|wrong|unknown|node|state|error|found)$/
const WORD_LEAST = 4

/** The fault by its own name: forbidden access, a stale credential. */
function isSaidIn(words: string, kind: string): boolean {
  const said = new Set(words.toLowerCase().match(/[a-z]{3,}/g))
  return kind
    .split('_')
    .some((word) => word.length >= WORD_LEAST && !EVERYDAY_FAULT.test(word) && !COMMON.test(word) && said.has(word))
}

function wordsOf({ alertName, text }: Scene['subject']): string {
  return `${spelled(alertName)}\n${spelled(text)}`
}

/** Why nothing is done for whoever fails and is not meant. */
export function whyLeft({ subject }: Scene, { namespace, name }: Finding['subject']): string {
  const said = [subject.text, ...Object.values(subject.labels)]
    .join('\n')
    .toLowerCase()
    .split(/[^\w-]+/)
  const isPlaceSaid = namespace !== undefined && said.includes(namespace.toLowerCase())
  return isPlaceSaid
    ? `The alert speaks of ${namespace} and names nobody there; nothing ties ${name} to it, so nothing is done for ${name}.`
    : `The alert names neither ${name} nor its namespace, so nothing is done for it.`
}
