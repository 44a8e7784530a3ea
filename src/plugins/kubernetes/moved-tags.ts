/** Pods of one owner that run different images under one name: somebody moved the tag between their starts. */
import type { ContainerStatus, Pod } from './kubernetes-objects.ts'
import { controllerOf } from './owner-chain.ts'

type Moved = { image_digests?: Record<string, string> }

/** For each pod what it runs, where its siblings run something else under the same name; nothing for all the others. */
export function movedTags(pods: readonly Pod[]): (pod: Pod) => Moved {
  const known = Map.groupBy(pods.flatMap(pulledBy), ({ key }) => key)
  const isMoved = (key: string) => new Set(known.get(key)?.map(({ digest }) => digest)).size > 1
  return (pod) => {
    const digests = pulledBy(pod).filter(({ key }) => isMoved(key))
    return digests.length === 0
      ? {}
      : { image_digests: Object.fromEntries(digests.map(({ container, digest }) => [container, digest])) }
  }
}

function pulledBy({ metadata, spec, status }: Pod) {
  const owner = templateOf(metadata)
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
  return all.flatMap((one) => {
    const image = [...(spec.initContainers ?? []), ...spec.containers].find(({ name }) => name === one.name)?.image
    const digest = digestOf(one)
    if (owner === undefined || image === undefined || digest === undefined || image.includes('@sha256:')) return []
    return [{ key: JSON.stringify([owner, one.name, image]), container: one.name, digest }]
  })
}

/** A ReplicaSet has one template; a set may have pods of several, and marks them. */
function templateOf(metadata: Pod['metadata']): string | undefined {
  const uid = controllerOf(metadata)?.uid
  return uid === undefined ? undefined : `${uid} ${metadata.labels?.['controller-revision-hash'] ?? ''}`
}

function digestOf({ imageID = '' }: ContainerStatus): string | undefined {
  return /sha256:[0-9a-f]{12,64}/.exec(imageID)?.[0]
}
