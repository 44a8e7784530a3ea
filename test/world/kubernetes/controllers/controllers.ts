/**
 * The controllers of the pretend cluster, round by round. Only what was touched is tended: a loaded world may be
 * incomplete or broken on purpose and stays as it is until somebody writes.
 */
import { type KubeObject, ownerOf } from '../kube-object.ts'
import type { Change } from '../object-store.ts'
import { keepWithinBounds } from './autoscaler.ts'
import type { ControlRoom } from './control-room.ts'
import { keepDeployment } from './deployment.ts'
import { keepEndpoints } from './endpoints.ts'
import { tendPod } from './kubelet.ts'
import { endPod } from './pod-life.ts'
import { keepDaemonSet, keepJob, keepReplicaSet, keepStatefulSet } from './replica-set.ts'

const KEEPERS: Record<string, (room: ControlRoom, object: KubeObject) => void> = {
  ReplicaSet: keepReplicaSet,
  StatefulSet: keepStatefulSet,
  DaemonSet: keepDaemonSet,
  Job: keepJob,
  Deployment: keepDeployment,
  // Last, so that an owner still sees the pod that ends in the same round.
  Pod: tendPod,
}

const ROUNDS_MAX = 200

type Touched = { kind: string; namespace: string | undefined; name: string }

export class Controllers {
  readonly #room: ControlRoom
  #touched = new Map<string, Touched>()

  constructor(room: ControlRoom) {
    this.#room = room
    room.store.onChange((change) => this.#notice(change))
  }

  /** One round; true while there is more to do. */
  step(): boolean {
    const touched = [...this.#touched.values()]
    this.#touched = new Map()
    for (const kind of Object.keys(KEEPERS))
      for (const object of this.#present(touched, kind)) KEEPERS[kind]?.(this.#room, object)
    for (const kind of ['Deployment', 'StatefulSet'])
      for (const object of this.#present(touched, kind)) keepWithinBounds(this.#room, object)
    const namespaces = new Set(touched.filter(({ kind }) => kind === 'Pod').map(({ namespace }) => namespace))
    for (const namespace of namespaces) keepEndpoints(this.#room, namespace)
    return this.#touched.size > 0
  }

  settle(): void {
    for (let round = 0; this.step(); round += 1)
      if (round > ROUNDS_MAX)
        throw new Error(`The pretend cluster does not come to rest: ${[...this.#touched.keys()].join(', ')}`)
  }

  #present(touched: Touched[], kind: string): KubeObject[] {
    return touched
      .filter((one) => one.kind === kind)
      .map(({ namespace, name }) => this.#room.store.find(kind, namespace, name))
      .filter((object) => object !== undefined)
  }

  #notice({ type, object, before }: Change): void {
    const { kind, metadata } = object
    const owner = ownerOf(object)
    if (owner !== undefined) this.#touch(owner.kind, metadata.namespace, owner.name)
    this.#touch(kind, metadata.namespace, metadata.name)
    if (type !== 'DELETED') return
    if (kind === 'Pod' && owner !== undefined) this.#room.lost.set(owner.uid, before ?? object)
    this.#collectOrphans(object)
  }

  #touch(kind: string, namespace: string | undefined, name: string): void {
    if (Object.hasOwn(KEEPERS, kind)) this.#touched.set(`${kind}/${namespace}/${name}`, { kind, namespace, name })
  }

  /** What an owner leaves behind goes after it. */
  #collectOrphans({ metadata }: KubeObject): void {
    for (const kind of ['ReplicaSet', 'Job', 'Pod'])
      for (const orphan of this.#room.store
        .ofKind(kind, metadata.namespace)
        .filter((one) => ownerOf(one)?.uid === metadata.uid)) {
        if (kind === 'Pod') endPod(this.#room, orphan)
        else this.#room.store.remove(orphan)
      }
  }
}
