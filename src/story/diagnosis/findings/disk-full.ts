/** A program that cannot write because its disk is full: which volume, as far as the path tells. */
import type { ContainerSpec } from '../cluster/cluster-scene.ts'
import { type PodInQuestion, podsInQuestion, servingPods } from '../cluster/in-question.ts'
import { type Clue, cluesOf } from '../cluster/log-clues.ts'
import { record, records, text } from '../cluster/loose-fields.ts'
import { citeClue, lineOf } from '../cluster/quote.ts'
import { isSame } from '../cluster/workload-pods.ts'
import { citeField } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'
import { fault, objectOf } from './cluster-fault.ts'

type Place = { path: string; volume: string | undefined; claim: string | undefined; size: string | undefined }

export const diskFull: Analyzer = (scene) => {
  const troubled = podsInQuestion(scene)
  const others = servingPods(scene).filter(({ pod }) => !troubled.some((one) => isSame(one.pod, pod)))
  return [...troubled, ...others].flatMap((one) => {
    const clues = one.logs.flatMap(cluesOf).filter(({ kind }) => kind === 'disk_full')
    const last = clues.at(-1)
    return last ? [full(one, last, clues)] : []
  })
}

function full(one: PodInQuestion, last: Clue, clues: readonly Clue[]): Finding {
  const { pod, workload, described } = one
  const told = clues.findLast((clue) => placeOf(one, clue)?.claim !== undefined) ?? last
  const where = placeOf(one, told)
  return fault({
    kind: 'disk_full',
    statement: `Pod ${pod.name} cannot write any more because ${sayPlace(where)} is full: "${lineOf(told)}" (${clues.length} times).`,
    evidence: [
      citeClue(told),
      ...(described && where?.claim !== undefined ? [citeField(described.exhibit, 'claimName', where.claim)] : []),
    ],
    confidence: 0.85,
    subject: objectOf(pod, workload),
    ...(clues[0]?.line.at && { since: clues[0].line.at }),
    explains: [
      'crash_loop',
      'not_ready',
      'dependency_unreachable',
      'bad_revision',
      'configuration_error',
      'liveness_fails',
    ],
    noActionReason: 'A restart or a rollback finds the same full disk; room must be made, or the volume enlarged.',
    suggestions: [`Make room on ${sayPlace(where)}, or enlarge it.`],
  })
}

function sayPlace(place: Place | undefined): string {
  if (!place) return 'its disk'
  if (place.claim === undefined) return `the disk under ${place.path} (no persistent volume is mounted there)`
  return `the persistent volume of claim ${place.claim}${place.size ? ` (${place.size})` : ''}, mounted at ${place.path},`
}

/** The longest mount the path lies under. */
function placeOf({ described }: PodInQuestion, { line, log }: Clue): Place | undefined {
  const path = /(?:\/[\w.@-]+){1,}/.exec(line.text.replace(/\w+:\/\/\S+/g, ''))?.[0]
  if (path === undefined || !described) return undefined
  const spec = described.containers.find(({ name }) => log.container === undefined || name === log.container)
  const mount = mountsOf(spec)
    .filter(({ mountPath }) => path === mountPath || path.startsWith(`${mountPath}/`))
    .sort((one, other) => other.mountPath.length - one.mountPath.length)[0]
  const volumes = records(record(described.whole.pod).volumes)
  const volume = volumes.find(({ name }) => name === mount?.name)
  const claim = text(record(volume?.persistentVolumeClaim).claimName)
  const size = described.claims.find(({ name }) => name === claim)
  return {
    path: mount?.mountPath ?? path,
    volume: mount?.name,
    claim,
    size: text(size?.capacity) ?? text(size?.requested),
  }
}

function mountsOf(spec: ContainerSpec | undefined): { name: string; mountPath: string }[] {
  return records(spec?.source.volumeMounts).flatMap(({ name, mountPath }) =>
    typeof name === 'string' && typeof mountPath === 'string'
      ? [{ name, mountPath: mountPath.replace(/\/$/, '') }]
      : [],
  )
}
