/** Bystanders: programs that are well, in the places of the case and in one of their own, with logs that say little. */
import type { CaseFile, CasePodLog } from '../../world/case/case-file.ts'
import type { GivenObject } from '../../world/kubernetes/kube-object.ts'
import type { Dice } from './dice.ts'

const NAMES = ['sandpiper', 'turnstone', 'goldcrest', 'whinchat', 'dunlin'] as const

export function addNoise(file: CaseFile, dice: Dice): CaseFile {
  const { kubernetes, pod_logs = [] } = file.world
  if (!kubernetes || kubernetes.items.length === 0) return file
  const places = [
    ...new Set(
      kubernetes.items.flatMap(({ kind, metadata: { namespace } }) => (kind === 'Pod' ? (namespace ?? []) : [])),
    ),
  ]
  const nodes = kubernetes.items.filter(({ kind }) => kind === 'Node').map(({ metadata: { name } }) => name)
  const around = [...places.filter((place) => !/^kube-|^default$/.test(place)), 'meadow']
  const since = new Date(Date.parse(file.world.now) - 9 * 86_400_000).toISOString().replace(/\.\d+/, '')
  const bystanders = NAMES.slice(0, 2 + dice.below(3)).map((name) => ({
    name,
    place: dice.pick(around),
    node: nodes.length > 0 ? dice.pick(nodes) : undefined,
    since,
  }))
  return {
    ...file,
    world: {
      ...file.world,
      kubernetes: { ...kubernetes, items: [...kubernetes.items, ...bystanders.flatMap(objectsOf)] },
      pod_logs: [...pod_logs, ...bystanders.map((one) => logOf(one, file.world.now))],
    },
  }
}

type Bystander = { name: string; place: string; node: string | undefined; since: string }

function objectsOf({ name, place, node, since }: Bystander): GivenObject[] {
  const labels = { app: name }
  const containers = [{ name: 'app', image: `${name}:3.1.0` }]
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: since }
  const owner = (apiVersion: string, kind: string, of: string) => [
    { apiVersion, kind, name: of, uid: `${kind}-${of}`, controller: true },
  ]
  const template = { metadata: { labels }, spec: { containers } }
  return [
    {
      ...{ apiVersion: 'apps/v1', kind: 'Deployment' },
      metadata: {
        name,
        namespace: place,
        uid: `Deployment-${name}`,
        labels,
        creationTimestamp: since,
        generation: 1,
        annotations: { 'deployment.kubernetes.io/revision': '1' },
      },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
      status: { replicas: 1, readyReplicas: 1, availableReplicas: 1, updatedReplicas: 1, observedGeneration: 1 },
    },
    {
      ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet' },
      metadata: {
        name: `${name}-6c9f7d5b48`,
        namespace: place,
        uid: `ReplicaSet-${name}-6c9f7d5b48`,
        labels,
        creationTimestamp: since,
        ownerReferences: owner('apps/v1', 'Deployment', name),
        annotations: { 'deployment.kubernetes.io/revision': '1' },
      },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
      status: { replicas: 1, readyReplicas: 1, availableReplicas: 1 },
    },
    {
      ...{ apiVersion: 'v1', kind: 'Pod' },
      metadata: {
        name: podOf(name),
        namespace: place,
        labels,
        creationTimestamp: since,
        ownerReferences: owner('apps/v1', 'ReplicaSet', `${name}-6c9f7d5b48`),
      },
      spec: { containers, ...(node !== undefined && { nodeName: node }) },
      status: {
        phase: 'Running',
        conditions: [ready],
        containerStatuses: [
          {
            name: 'app',
            ready: true,
            restartCount: 0,
            image: `${name}:3.1.0`,
            state: { running: { startedAt: since } },
          },
        ],
      },
    },
  ]
}

function podOf(name: string): string {
  return `${name}-6c9f7d5b48-x2k9q`
}

function logOf({ name, place }: Bystander, now: string): CasePodLog {
  const lines = [40, 20, 5].map((minutes) => {
    const at = new Date(Date.parse(now) - minutes * 60_000).toISOString().replace(/\.\d+/, '')
    return `${at} INFO round ended, ${minutes * 3} items, all well`
  })
  return { namespace: place, pod: podOf(name), container: 'app', previous: false, lines }
}
