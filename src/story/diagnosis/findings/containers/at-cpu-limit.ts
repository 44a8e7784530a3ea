/** Replicas that use all the CPU they may, where the alert is about that and nothing measures how often they are held back. */
import type { ClusterScene, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { isSame, workloadOf } from '../../cluster/pods/workload-pods.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { throttlingOf } from '../../signals/node-limits.ts'
import { percent } from '../../signals/points.ts'
import { loadsOf, type ReplicaLoads, replicaLoads } from '../../signals/replica-load.ts'
import { makeFinding } from '../../signals/signal-finding.ts'
import { objectOf } from '../cluster-fault.ts'
import { SHARE_THAT_HURTS, wayBack } from './cpu-throttled.ts'

const ABOUT_PROCESSOR = /cpu|throttl|processor/i
const AT_LIMIT = 0.9

export const atCpuLimit: Analyzer = (scene) => {
  const { cluster, signals, subject } = scene
  if (!cluster || !ABOUT_PROCESSOR.test(`${subject.alertName} ${subject.text}`)) return []
  if (signals && throttlingOf(signals).some(({ share }) => share >= SHARE_THAT_HURTS)) return []
  const known = cluster.target.isNamed ? replicaLoads(scene) : loadsOf(scene, busyNearby(cluster))
  return known.loads.some(({ share }) => share >= AT_LIMIT) ? [findingOf(scene, cluster, known)] : []
}

/** The alert names nobody: whoever of its namespace is at the limit may be meant, and with it all of its workload. */
function busyNearby(cluster: ClusterScene): Shown<PodView>[] {
  const busy = cluster.usage.filter(({ containers }) => containers.some(({ cpu }) => (cpu?.ofLimit ?? 0) >= AT_LIMIT))
  const pod = cluster.pods.find((one) => isSame(one, busy[0] ?? { namespace: '', name: '' }))
  const workload = pod && workloadOf(cluster, pod)
  if (!pod || !workload) return pod ? [pod] : []
  return cluster.pods.filter((one) => {
    const own = workloadOf(cluster, one)
    return own?.kind === workload.kind && isSame(own, workload)
  })
}

function findingOf(scene: Scene, cluster: ClusterScene, { loads, isWhole }: ReplicaLoads): Finding {
  const full = loads.filter(({ share }) => share >= AT_LIMIT)
  const pods = cluster.pods.filter(({ name }) => full.some(({ pod }) => pod === name))
  const [pod] = pods
  const workload = pod && workloadOf(cluster, pod)
  const isAll = isWhole && full.length === loads.length
  return makeFinding({
    kind: 'cpu_at_limit',
    statement: `${sayWho(full.length, loads.length, workload?.name ?? pod?.name ?? '')} at the CPU limit: ${full.map(sayLoad).join(', ')}. At its limit a container is held back (throttled), however idle its node is. How often that happens was not measured anywhere that could be asked.`,
    evidence: full.slice(0, 2).flatMap(({ evidence }) => evidence),
    confidence: isAll ? 0.7 : 0.6,
    subject: pod ? objectOf(pod, workload) : { kind: 'Namespace', name: cluster.target.namespace ?? '' },
    weight: 'cause',
    ...wayBack(scene),
    suggestions: [
      `Raise the CPU limit of container ${full[0]?.container} (now ${full[0]?.limit}), or take it away and keep the request.`,
    ],
  })
}

function sayWho(full: number, all: number, name: string): string {
  if (all === 1) return `The only replica of ${name} is`
  if (full === all) return `${all === 2 ? 'Both' : `All ${all}`} replicas of ${name} are`
  return `${full} of ${all} replicas of ${name} ${full === 1 ? 'is' : 'are'}`
}

function sayLoad({ pod, container, used, limit, share }: ReplicaLoads['loads'][number]): string {
  return `container ${container} of ${pod} uses ${used} of ${limit} (${percent(share)})`
}
