/**
 * Who used to read a slot nobody reads any more: by its name in what people told us, then by the names of pods. A slot has
 * no other word for its reader, and what the reader says last is why it stopped.
 */
import type { EnvironmentMap, KnownService } from '../../../../guidance/environment/environment-map.ts'
import type { PodView } from '../../cluster/cluster-scene.ts'
import { isEnded } from '../../cluster/pods/workload-pods.ts'
import { readClusterScene } from '../../cluster/reading/read-cluster-scene.ts'
import type { Observation } from '../../observation.ts'
import type { DatabaseScene, ReplicationLag, SlotReader } from '../database-scene.ts'

type Slot = ReplicationLag['slots'][number]

const KEPT_BYTES = 1024 ** 3

/** The one that keeps most; little may be kept for a moment by anybody. */
function heaviestOrphan(slots: readonly Slot[]): Slot | undefined {
  return slots
    .filter(({ active, wal_kept_bytes }) => !active && (wal_kept_bytes ?? 0) >= KEPT_BYTES)
    .sort((one, other) => (other.wal_kept_bytes ?? 0) - (one.wal_kept_bytes ?? 0))[0]
}

/** Two questions: who runs there, and what the one that fits says. */
export async function findSlotReader(
  { evidence, environment, subject }: Observation,
  { replication }: Pick<DatabaseScene, 'replication'>,
): Promise<SlotReader | undefined> {
  const slot = heaviestOrphan(replication?.thing.slots ?? [])
  if (!slot) return undefined
  const service = serviceReading(slot.slot_name, environment)
  const namespace = service?.namespace || '*'
  const listed = await evidence.ask('list_pods', { namespace })
  if (!listed?.result.success) return undefined
  const pods = readClusterScene([listed], subject).pods.filter((pod) => !isEnded(pod))
  const pod = pods.find((one) => isReader(one, slot.slot_name, service))
  const log = pod && (await evidence.ask('get_pod_logs', logOf(pod)))
  if (!pod && !service) return undefined
  return { slot: slot.slot_name, service, pod, cluster: readClusterScene(log ? [listed, log] : [listed], subject) }
}

/** One that keeps ending says why in the run before. */
function logOf({ namespace, name, restartCount, isReady }: PodView): Record<string, unknown> {
  return { namespace, pod_name: name, previous: restartCount > 0 && !isReady }
}

function serviceReading(slot: string, { services }: EnvironmentMap): KnownService | undefined {
  const isNamed = ({ name, description }: KnownService) =>
    holdsName(`${name} ${description}`, slot) || isSameWords(name, slot)
  return services.find(isNamed)
}

function holdsName(text: string, name: string): boolean {
  const bare = name.replace(/[^\w]/g, '.')
  return new RegExp(`(?<![\\w-])${bare}(?![\\w-])`, 'i').test(text)
}

/** Named like the slot, like the service, or in what people say of the service. */
function isReader({ name, owner }: PodView, slot: string, service: KnownService | undefined): boolean {
  const own = wordsOf(name).join('-')
  const slotName = wordsOf(slot).join('-')
  if (slotName.length >= NAME_LEAST && own.includes(slotName)) return true
  if (!service) return false
  const workload = (owner?.name ?? name).replace(/-([0-9a-f]{6,10}|\d+)$/, '')
  return own.startsWith(service.name.toLowerCase()) || holdsName(service.description, workload)
}

/** Shorter ones stand in many names by chance. */
const NAME_LEAST = 5

/** `cdc_orders` and `orders-cdc` are made of the same words. */
function isSameWords(one: string, other: string): boolean {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)]
  return mine.length > 1 && mine.length === theirs.length && mine.every((word) => theirs.includes(word))
}

/** Operators put words of their own before or behind. */
function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !/^(cnpg|slot)$/.test(word))
}
