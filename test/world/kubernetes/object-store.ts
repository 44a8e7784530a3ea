/** The objects of the pretend cluster, their versions, and the history that watches read. */
import { isDeepStrictEqual } from 'node:util'
import type { GivenObject, KubeObject } from './kube-object.ts'
import { resourceOfObject } from './resources.ts'

export type Change = {
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  object: KubeObject
  before: KubeObject | undefined
  version: number
}

export class ObjectStore {
  readonly #objects = new Map<string, KubeObject>()
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #history: Change[] = []
  readonly #now: () => Date
  #version = 1000
  #serial = 0

  constructor(objects: readonly GivenObject[], now: () => Date) {
    this.#now = now
    this.#version = Math.max(1000, ...objects.map(({ metadata }) => Number(metadata.resourceVersion) || 0))
    for (const object of objects) this.#load(object)
  }

  /** The version of the newest write, as lists tell it. */
  get version(): number {
    return this.#version
  }

  find(kind: string, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#objects.get(keyOf(kind, namespace, name))
  }

  /** In the order of a real list: by namespace, then by name. */
  ofKind(kind: string, namespace?: string): KubeObject[] {
    return [...this.#objects]
      .filter(
        ([, object]) => object.kind === kind && (namespace ?? object.metadata.namespace) === object.metadata.namespace,
      )
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, object]) => object)
  }

  /** Objects are never changed in place: what a reader holds stays as it was. */
  edit(object: KubeObject, change: (draft: KubeObject) => void): KubeObject {
    const current = this.#objects.get(keyOfObject(object)) ?? object
    const draft = structuredClone(current)
    change(draft)
    return isDeepStrictEqual(draft, current) ? current : this.put(draft)
  }

  put(given: GivenObject): KubeObject {
    const object = this.#complete(structuredClone(given))
    this.#version += 1
    object.metadata.resourceVersion = String(this.#version)
    const before = this.#objects.get(keyOfObject(object))
    this.#objects.set(keyOfObject(object), object)
    this.#tell({ type: before === undefined ? 'ADDED' : 'MODIFIED', object, before, version: this.#version })
    return object
  }

  remove(object: KubeObject): void {
    if (!this.#objects.delete(keyOfObject(object))) return
    this.#version += 1
    const last = structuredClone(object)
    last.metadata.resourceVersion = String(this.#version)
    this.#tell({ type: 'DELETED', object: last, before: object, version: this.#version })
  }

  /** What happened after this version; undefined where the history does not reach back so far. */
  since(version: number): Change[] | undefined {
    const oldest = this.#history[0]?.version ?? this.#version + 1
    if (version < oldest - 1) return undefined
    return this.#history.filter((change) => change.version > version)
  }

  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Unlike anything seen, and the same in every run. */
  nextUid(): string {
    this.#serial += 1
    return `00000000-0000-4000-8000-${this.#serial.toString(16).padStart(12, '0')}`
  }

  #load(given: GivenObject): void {
    const object = this.#complete(structuredClone(given))
    this.#objects.set(keyOfObject(object), object)
  }

  #complete(given: GivenObject): KubeObject {
    const { isNamespaced, hasGeneration } = resourceOfObject(given)
    const metadata = {
      ...given.metadata,
      uid: given.metadata.uid ?? this.nextUid(),
      resourceVersion: given.metadata.resourceVersion ?? String(this.#version),
      creationTimestamp: given.metadata.creationTimestamp ?? apiTime(this.#now()),
    }
    if (isNamespaced) metadata.namespace ??= 'default'
    else delete metadata.namespace
    if (hasGeneration) metadata.generation ??= 1
    return { ...given, metadata }
  }

  #tell(change: Change): void {
    this.#history.push(change)
    for (const listener of [...this.#listeners]) listener(change)
  }
}

/** Whole seconds, as the server writes creationTimestamp and its like. */
export function apiTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

function keyOfObject({ kind, metadata }: KubeObject): string {
  return keyOf(kind, metadata.namespace, metadata.name)
}

function keyOf(kind: string, namespace: string | undefined, name: string): string {
  return `${kind}/${namespace ?? ''}/${name}`
}
