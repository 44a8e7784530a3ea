import type { Reading } from '../../story/watch/reading.ts'
import type { Watcher } from '../../story/watch/watch-store.ts'
import { askStore, type StoreFacts } from './ask-store.ts'
import type { KeyValueTarget } from './store-list.ts'

type Parts = { targets: readonly KeyValueTarget[]; isEnabled: () => Promise<boolean> }

export function createKeyValueWatcher({ targets, isEnabled }: Parts): Watcher {
  return {
    kind: 'key_value',
    isWanted: async () => targets.length > 0 && (await isEnabled()),
    read: async () => (await Promise.all(targets.map(readTarget))).flat(),
  }
}

async function readTarget({ name, url }: KeyValueTarget): Promise<Reading[]> {
  const reading = readingOf(name)
  try {
    const facts = await askStore(url)
    return [reading('unreachable', 0, 'It answers.'), ...readingsOf(reading, facts)]
  } catch (error) {
    return [reading('unreachable', 1, (error as Error).message)]
  }
}

type MakeReading = (check: string, value: number, seen: string) => Reading

function readingOf(target: string): MakeReading {
  return (check, value, seen) => ({ kind: 'key_value', target, check, value, seen })
}

function readingsOf(reading: MakeReading, { info, latencyMs }: StoreFacts): Reading[] {
  const number = (name: string) => Number(info.get(name) ?? 0)
  return [
    ...memoryReading(reading, info),
    reading('evictions_per_minute', number('evicted_keys'), `${number('evicted_keys')} keys were evicted so far.`),
    reading(
      'rejections_per_minute',
      number('rejected_connections'),
      `${number('rejected_connections')} connections were rejected so far; maxclients is ${info.get('maxclients') ?? 'unknown'}.`,
    ),
    ...linkReading(reading, info),
    reading('latency_ms', latencyMs, `A PING took ${Math.round(latencyMs * 10) / 10} ms.`),
  ]
}

/** A cache that evicts is always full, and that is its purpose; its evictions are what tells. */
function memoryReading(reading: MakeReading, info: StoreFacts['info']): Reading[] {
  const [used, max] = [Number(info.get('used_memory') ?? 0), Number(info.get('maxmemory') ?? 0)]
  const policy = info.get('maxmemory_policy') ?? 'noeviction'
  if (max === 0 || policy !== 'noeviction') return []
  return [reading('memory_ratio', used / max, `${used} of ${max} bytes are used, and nothing is evicted (${policy}).`)]
}

/** Only a replica has a link that can be lost. */
function linkReading(reading: MakeReading, info: StoreFacts['info']): Reading[] {
  const link = info.get('master_link_status')
  if (link === undefined) return []
  const primary = `${info.get('master_host')}:${info.get('master_port')}`
  const since = info.get('master_link_down_since_seconds')
  const seen = link === 'up' ? 'is up' : `is down${since === undefined ? '' : ` since ${since} s`}`
  return [reading('replication_link_down', link === 'up' ? 0 : 1, `The link to the primary ${primary} ${seen}.`)]
}
