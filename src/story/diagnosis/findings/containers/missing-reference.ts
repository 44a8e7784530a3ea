/** A ConfigMap or Secret, or one key of it, that a pod refers to and that is not there. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { citeEvent, podEvents } from '../../cluster/pods/events-about.ts'
import { differencesAbout } from '../../cluster/releases/revision-history.ts'
import { citePart } from '../../cluster/saying/say.ts'
import { type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, podFault } from '../cluster-fault.ts'

type Missing = { kind: 'ConfigMap' | 'Secret'; name: string; key?: string; words: string; evidence: EvidenceReference }

export const missingReference: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const [missing] = missingOf(scene, one)
    return missing ? [lacking(scene, one, missing)] : []
  })

/** The kubelet's words, from where a container waits and from mounts that fail. */
function missingOf({ cluster }: Scene, { pod }: PodInQuestion): Missing[] {
  const waiting = [...pod.initContainers, ...pod.containers].flatMap(({ waiting: state }) =>
    state?.reason === 'CreateContainerConfigError' && state.message !== undefined
      ? readMissing(state.message, citePart(pod.exhibit, state.source))
      : [],
  )
  const isWaiting = pod.containers.length === 0 || pod.containers.some(({ waiting: state }) => state !== undefined)
  const events = cluster && isWaiting ? podEvents(cluster, pod, 'FailedMount', 'Failed').reverse() : []
  return [...waiting, ...events.flatMap((event) => readMissing(event.message, citeEvent(event)))]
}

function readMissing(words: string, evidence: EvidenceReference): Missing[] {
  const whole = /\b(secret|configmap)s?\s+"([^"]+)"\s+not found/i.exec(words)
  if (whole) return [{ kind: kindOf(whole[1]), name: whole[2] ?? '', words, evidence }]
  const [, key, kind, path = ''] = /couldn't find key (\S+) in (Secret|ConfigMap) (\S+)/i.exec(words) ?? []
  if (key !== undefined) return [{ kind: kindOf(kind), name: path.split('/').at(-1) ?? '', key, words, evidence }]
  const [, what, place] = /references non-existent (secret|config(?:map)?) key:? (\S+)/i.exec(words) ?? []
  return what === undefined ? [] : [{ kind: kindOf(what), name: '', key: place ?? '', words, evidence }]
}

function kindOf(word: string | undefined): Missing['kind'] {
  return word?.toLowerCase() === 'secret' ? 'Secret' : 'ConfigMap'
}

function lacking(scene: Scene, one: PodInQuestion, reference: Missing): Finding {
  const { pod, history, described } = one
  const missing = withName(reference, one)
  const what =
    missing.key === undefined
      ? `${missing.kind} "${missing.name}"`
      : `key "${missing.key}" in ${missing.kind} "${missing.name}"`
  const guilty = differencesAbout(history, missing.key ?? missing.name).filter(({ to }) => to !== null)
  const seen = described?.references.find(({ name, kind }) => name === missing.name && kind === missing.kind)
  const confirmed = seen && (seen.exists === false || seen.missingKeys.length > 0)
  return podFault(scene, one, {
    kind: 'missing_reference',
    statement: `Pod ${pod.name} cannot start because the ${what} it refers to does not exist in namespace ${pod.namespace} (not found): "${missing.words}".`,
    evidence: [missing.evidence, confirmed && described && citePart(described.exhibit, seen.source)],
    confidence: confirmed ? 0.95 : 0.8,
    explains: [...FOLLOWS, 'volume_mount_fails'],
    guilty,
    suggestions: [`Create the ${what} in namespace ${pod.namespace}, or correct the reference.`],
  })
}

/** A message may name the key alone; the close look knows which object lacks it. */
function withName(missing: Missing, { described }: PodInQuestion): Missing {
  if (missing.name !== '') return missing
  const found = described?.references.find(({ missingKeys }) => missingKeys.includes(missing.key ?? ''))
  return found ? { ...missing, kind: found.kind, name: found.name } : missing
}
