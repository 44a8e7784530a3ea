/** Where a file that a program speaks of comes from: the ConfigMap or Secret that is mounted there, and when it was last written. */
import type { DescribedPod, ReferenceView, Shown } from '../cluster-scene.ts'
import { record, records, text } from '../reading/loose-fields.ts'
import { citePart } from '../saying/quote.ts'
import { sayAgo, sayTime } from '../saying/say-time.ts'

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
