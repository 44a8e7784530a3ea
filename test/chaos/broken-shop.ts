/** A pretend cluster in which many Deployments were given an image that does not exist; each can be rolled back once. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClusterSimulator, startClusterSimulator } from '../world/kubernetes/cluster-simulator.ts'
import type { GivenObject, KubeObject } from '../world/kubernetes/kube-object.ts'
import { sampleNode, sampleWorkload } from '../world/kubernetes/sample-workload.ts'

export const NAMESPACE_PREFIX = 'shop'

export type BrokenShop = {
  cluster: ClusterSimulator
  kubeconfig: string
  namespaces: string
  /** A cluster of a thousand Deployments would keep the machine busy with listing them: they come when they are needed and go again. */
  breakDeployment(index: number): void
  close(): Promise<void>
}

/** One namespace for each, so that a diagnosis sees its own Deployment and not a thousand others. */
export const namespaceOf = (index: number) => `${NAMESPACE_PREFIX}-${index}`

const goodImage = (name: string) => `registry.example/${name}:1.0.0`
const badImage = (name: string) => `registry.example/${name}:1.0.1`

export async function openBrokenShop(count: number): Promise<BrokenShop> {
  const cluster = await startClusterSimulator({
    objects: [sampleNode('node-1')],
    pace: 'at once',
    foretell: (pod) => (imageOf(pod).endsWith(':1.0.0') ? 'ready' : 'unready'),
  })
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-shop-'))
  const kubeconfig = join(folder, 'config')
  await writeFile(kubeconfig, cluster.kubeconfig)
  return {
    cluster,
    kubeconfig,
    breakDeployment: (index) => {
      for (const object of brokenDeployment(index)) cluster.store.put(object)
      removeAll(cluster, namespaceOf(index - KEPT))
    },
    namespaces: Array.from({ length: count }, (_, index) => namespaceOf(index)).join(','),
    close: async () => {
      await cluster.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Long enough for every incident that is still open. */
const KEPT = 60

function removeAll({ store }: ClusterSimulator, namespace: string): void {
  for (const kind of ['Deployment', 'ReplicaSet', 'Pod', 'Event'])
    for (const object of store.ofKind(kind, namespace)) store.remove(object)
}

function brokenDeployment(index: number): GivenObject[] {
  const name = 'checkout'
  const image = badImage(name)
  const message = `Back-off pulling image "${image}": ErrImagePull: rpc error: code = NotFound desc = failed to pull and unpack image "${image}": ${image}: not found`
  return sampleWorkload({
    namespace: namespaceOf(index),
    name,
    replicas: 1,
    images: [goodImage(name), image],
    podStatus: {
      phase: 'Pending',
      conditions: [
        { type: 'PodScheduled', status: 'True' },
        {
          type: 'Ready',
          status: 'False',
          reason: 'ContainersNotReady',
          message: 'containers with unready status: [app]',
        },
      ],
      containerStatuses: [
        {
          name: 'app',
          image,
          ready: false,
          restartCount: 0,
          state: { waiting: { reason: 'ImagePullBackOff', message } },
        },
      ],
    },
  })
}

function imageOf(pod: KubeObject): string {
  return String(pod.spec?.containers?.[0]?.image ?? '')
}

export function alertFor(index: number): Record<string, unknown> {
  const labels = {
    alertname: 'KubeContainerWaiting',
    namespace: namespaceOf(index),
    pod: 'checkout-2-1',
    container: 'app',
    reason: 'ImagePullBackOff',
    severity: 'warning',
  }
  const annotations = {
    summary: `Pod ${labels.namespace}/${labels.pod} is waiting`,
    description: 'For more than an hour.',
  }
  const startsAt = new Date().toISOString()
  return {
    version: '4',
    groupKey: `{}:{namespace="${labels.namespace}"}`,
    status: 'firing',
    receiver: 'firebreak',
    alerts: [{ status: 'firing', labels, annotations, startsAt, fingerprint: `broken-${index}` }],
  }
}
