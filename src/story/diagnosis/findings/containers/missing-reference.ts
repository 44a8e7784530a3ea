/** A ConfigMap or Secret, or one key of it, that a pod refers to and that is not there. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { rollbackGate } from '../../cluster/gates.ts'
import { citeEvent, podEvents } from '../../cluster/pods/events-about.ts'
import { citeDifferences, differencesAbout } from '../../cluster/releases/revision-history.ts'
import { citePart } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { firstBadMoment, type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, objectOf } from '../cluster-fault.ts'

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
  const { pod, workload, history, described } = one
  const missing = withName(reference, one)
  const what =
    missing.key === undefined
      ? `${missing.kind} "${missing.name}"`
      : `key "${missing.key}" in ${missing.kind} "${missing.name}"`
  const since = firstBadMoment(scene, one)
  const guilty = differencesAbout(history, missing.key ?? missing.name).filter(({ to }) => to !== null)
  const came =
    guilty.length > 0 && history
      ? ` Revision ${history.newest.revision} brought the reference: ${sayChanges(guilty)}.`
      : ''
  const seen = described?.references.find(({ name, kind }) => name === missing.name && kind === missing.kind)
  const confirmed = seen && (seen.exists === false || seen.missingKeys.length > 0)
  return fault({
    kind: 'missing_reference',
    statement: `Pod ${pod.name} cannot start because the ${what} it refers to does not exist in namespace ${pod.namespace} (not found): "${missing.words}".${came}`,
    evidence: [
      missing.evidence,
      confirmed && described && cite(described.exhibit, JSON.stringify(seen.source)),
      citeDifferences(history, guilty),
    ],
    confidence: confirmed ? 0.95 : 0.8,
    subject: objectOf(pod, workload),
    since,
    explains: [...FOLLOWS, 'volume_mount_fails'],
    ...rollbackGate(scene, { workload, since, guilty, why: `The revision before does not refer to ${what}.` }),
    suggestions: [`Create the ${what} in namespace ${pod.namespace}, or correct the reference.`],
  })
}

/** A message may name the key alone; the close look knows which object lacks it. */
function withName(missing: Missing, { described }: PodInQuestion): Missing {
  if (missing.name !== '') return missing
  const found = described?.references.find(({ missingKeys }) => missingKeys.includes(missing.key ?? ''))
  return found ? { ...missing, kind: found.kind, name: found.name } : missing
}
