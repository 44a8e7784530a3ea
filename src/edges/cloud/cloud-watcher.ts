/** Alarms that fire become findings; those that are well again, or gone, clear them. One without data stays as it was. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Reading } from '../../story/watch/reading.ts'
import type { Watcher } from '../../story/watch/watch-store.ts'
import type { CloudAlarm, CloudAlarms, CloudPlace } from './cloud-alarms.ts'

type Parts = { alarms: CloudAlarms; currentSettings: () => Promise<Settings> }

export function createCloudWatcher({ alarms, currentSettings }: Parts): Watcher {
  return {
    kind: 'cloud',
    isWanted: async () => (await currentSettings()).ENABLE_CLOUD,
    read: async ({ firing, signal }) => {
      const { CLOUD_REGION: region, CLOUD_ENDPOINT: endpoint } = await currentSettings()
      const place = { region, endpoint }
      const burning = await alarms.inAlarm(place, signal)
      const quiet = firing.filter((name) => !burning.some((alarm) => alarm.name === name))
      return [...burning.map((alarm) => readingOf(alarm, place)), ...(await readQuiet(alarms, place, quiet, signal))]
    },
  }
}

async function readQuiet(
  alarms: CloudAlarms,
  place: CloudPlace,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Reading[]> {
  const found = new Map((await alarms.named(place, names, signal)).map((alarm) => [alarm.name, alarm]))
  return names.flatMap((name) => {
    const alarm = found.get(name)
    if (alarm === undefined) return [{ ...CLEAR, target: name, seen: 'The alarm does not exist any more.' }]
    // Whoever cannot measure does not know that all is well.
    return alarm.state === 'OK' ? [{ ...readingOf(alarm, place), value: 0 }] : []
  })
}

const CLEAR = { kind: 'cloud', check: 'alarm', value: 0 } as const

function readingOf({ name, metric, reason, description, dimensions }: CloudAlarm, { region }: CloudPlace): Reading {
  const seen = [description, reason, metric && `It watches ${metric}${inWords(dimensions)}.`].filter(Boolean).join('\n')
  const labels = { alertname: name, ...(region && { region }), ...labelsOf(dimensions) }
  return { kind: 'cloud', target: name, check: 'alarm', value: 1, seen, labels }
}

function inWords(dimensions: CloudAlarm['dimensions']): string {
  const pairs = Object.entries(dimensions).map(([name, value]) => `${name}=${value}`)
  return pairs.length > 0 ? ` (${pairs.join(', ')})` : ''
}

/** What the cloud calls its things, in the words of labels that diagnosis knows. */
const LABEL_NAMES: Readonly<Record<string, string>> = {
  Namespace: 'namespace',
  PodName: 'pod',
  Service: 'service',
  ServiceName: 'service',
  FunctionName: 'service',
  LoadBalancer: 'service',
  NodeName: 'node',
  DBInstanceIdentifier: 'instance',
  DBClusterIdentifier: 'instance',
  CacheClusterId: 'instance',
  InstanceId: 'instance',
  ClusterName: 'cluster_name',
}

function labelsOf(dimensions: CloudAlarm['dimensions']): Record<string, string> {
  return Object.fromEntries(Object.entries(dimensions).map(([name, value]) => [LABEL_NAMES[name] ?? name, value]))
}
