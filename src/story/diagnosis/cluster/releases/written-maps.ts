/** ConfigMaps and Secrets: who mounts them, and which were written lately. */
import { isAskable, type LookingStep, readObject } from '../asking/looking.ts'
import type { DescribedPod, ReferenceView, Shown } from '../cluster-scene.ts'
import { record, records, text } from '../reading/loose-fields.ts'
import { citePart, minutesBetween, sayAgo, sayTime } from '../saying/say.ts'
import { involvedPods } from '../subject/in-question.ts'

// ConfigMaps that somebody wrote lately under pods that run: what stands in them now, and which setting an error speaks of.

const MAPS_MAX = 2
const LATELY_MINUTES = 180

/** One that came with the pod is part of its release; one written under it is a change nobody rolled out. */
export const lookAtWrittenMaps: LookingStep = ({ cluster, now }) => {
  const written = involvedPods(cluster).flatMap(({ described: { references, pod } }) =>
    references.filter((one) => isWrittenUnderPod(one, now)).map(({ name }) => ({ name, namespace: pod.namespace })),
  )
  return written
    .filter(isAskable)
    .slice(0, MAPS_MAX)
    .map(({ name, namespace }) => readObject(`get configmap ${name} -n ${namespace} -o yaml`))
}

function isWrittenUnderPod({ kind, lastWrite, isWrittenAfterPodStart }: ReferenceView, now: Date): boolean {
  const isLate = lastWrite !== undefined && minutesBetween(lastWrite, now) <= LATELY_MINUTES
  return kind === 'ConfigMap' && isWrittenAfterPodStart && isLate
}

// Where a file that a program speaks of comes from: the ConfigMap or Secret that is mounted there, and when it was last written.

type MountedFile = { path: string; reference: ReferenceView }

const FILE = /(?:\/[\w.@-]+){2,}/g

/** A sentence of it, with its proof; nothing where the file is the image's own. */
export function tellMounted(described: Shown<DescribedPod> | undefined, container: string, said: string, now: Date) {
  const mounted = described && mountedFrom(described, container, said)
  if (!mounted) return { sentence: '', evidence: [] }
  const { path, reference } = mounted
  const { kind, name, lastWrite } = reference
  const written = lastWrite ? `, last written at ${sayTime(lastWrite)} (${sayAgo(lastWrite, now)})` : ''
  return {
    sentence: ` ${path} comes from ${kind} ${name}${written}.`,
    evidence: [citePart(described.exhibit, reference.source)],
  }
}

function mountedFrom(
  { containers, initContainers, references, whole }: DescribedPod,
  container: string,
  said: string,
): MountedFile | undefined {
  const spec = [...containers, ...initContainers].find(({ name }) => name === container)
  const mounts = records(spec?.source.volumeMounts)
  const volumes = records(record(whole.pod).volumes)
  for (const [path] of said.matchAll(FILE)) {
    const mount = mounts.find(({ mountPath }) => isUnder(path, text(mountPath)))
    const volume = volumes.find(({ name }) => name === mount?.name)
    const reference = references.find(({ kind, name }) => volume !== undefined && nameIn(volume, kind) === name)
    if (reference) return { path, reference }
  }
  return undefined
}

function isUnder(path: string, mountPath: string | undefined): boolean {
  return mountPath !== undefined && (path === mountPath || path.startsWith(`${mountPath.replace(/\/$/, '')}/`))
}

function nameIn(volume: Readonly<Record<string, unknown>>, kind: ReferenceView['kind']): string | undefined {
  return kind === 'ConfigMap' ? text(record(volume.configMap).name) : text(record(volume.secret).secretName)
}
