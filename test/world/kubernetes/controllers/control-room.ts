/** What all controllers work with. */
import { createHash } from 'node:crypto'
import type { KubeObject } from '../kube-object.ts'
import { apiTime, type ObjectStore } from '../object-store.ts'
import type { PodLog } from '../pod-log.ts'
import { apiVersionOf, resourceOfKind } from '../resources.ts'

/** What becomes of a new pod: ready, running and never ready, or as its failing sibling. */
export type Fate = 'ready' | 'unready' | { like: KubeObject }

export type ControlRoom = {
  store: ObjectStore
  /** Grows where a new pod fails as its sibling did, and says the same. */
  logs: PodLog[]
  now(): Date
  /** The test's word on a new pod; undefined leaves it to how its siblings fare. */
  foretell(pod: KubeObject): 'ready' | 'unready' | undefined
  /** The fates of the pods made here. Loaded pods have none: they stay as they are. */
  fates: Map<string, Fate>
  /** The pod each owner lost last, by the owner's uid. */
  lost: Map<string, KubeObject>
  serial: { next: number }
}

export function timeOf({ now }: ControlRoom): string {
  return apiTime(now())
}

const LETTERS = 'bcdfghjklmnpqrstvwxz2456789'

/** As the server ends generated names; the same in every run. */
export function nextSuffix({ serial }: ControlRoom, length = 5): string {
  serial.next += 1
  return suffixOf(`suffix ${serial.next}`, length)
}

export function suffixOf(seed: string, length: number): string {
  const bytes = createHash('sha256').update(seed).digest()
  return Array.from({ length }, (_, at) => LETTERS[(bytes[at] ?? 0) % LETTERS.length]).join('')
}

type NewEvent = { about: KubeObject; type?: 'Normal' | 'Warning'; reason: string; message: string; from: string }

export function tellEvent(room: ControlRoom, { about, type = 'Normal', reason, message, from }: NewEvent): void {
  const { name, namespace, uid } = about.metadata
  const time = timeOf(room)
  // The scheduler writes the newer form of events, which has neither count nor the two time stamps.
  const isNewForm = from === 'default-scheduler'
  const times = isNewForm
    ? { firstTimestamp: null, lastTimestamp: null, eventTime: room.now().toISOString().replace('Z', '000Z') }
    : { firstTimestamp: time, lastTimestamp: time, count: 1, eventTime: null }
  room.store.put({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${eventSuffix(room)}`, namespace: namespace ?? 'default' },
    involvedObject: { kind: about.kind, namespace, name, uid, apiVersion: apiVersionOf(resourceOfKind(about.kind)) },
    type,
    reason,
    message,
    source: isNewForm ? {} : { component: from },
    ...times,
    reportingComponent: from,
    reportingInstance: '',
  })
}

function eventSuffix({ serial }: ControlRoom): string {
  serial.next += 1
  return createHash('sha256').update(`event ${serial.next}`).digest('hex').slice(0, 16)
}
