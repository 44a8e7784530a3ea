/** Fewer replicas than before for the same load: those that are left are all at their limit. */
import type { DeploymentView } from '../../cluster/cluster-scene.ts'
import { scaleGate } from '../../cluster/gates.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { stepDown } from '../../cluster/releases/replicas-before.ts'
import { sayAgo } from '../../cluster/saying/say.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { clockTime } from '../../signals/points.ts'
import { isEvenlySaturated, replicaLoads, sayLoads } from '../../signals/replica-load.ts'
import { makeFinding } from '../../signals/signal-finding.ts'

/** Clocks differ. */
const TOLERANCE = 2 * 60_000
/** What policy allows at once. */
const GROWTH = 1.5

export const scaledDown: Analyzer = (scene) => {
  const { cluster, subject } = scene
  const [workload] = cluster?.target.workloads ?? []
  const deployment = workload && cluster?.deployments.find((one) => isSame(one, workload))
  const step = cluster && deployment && stepDown(cluster, deployment)
  if (!deployment || !step || !isEvenlySaturated(replicaLoads(scene))) return []
  const isBefore = (step.at?.getTime() ?? 0) <= (subject.startedAt ?? scene.now).getTime() + TOLERANCE
  return isBefore ? [tooFew(scene, deployment, step)] : []
}

function tooFew(scene: Scene, deployment: DeploymentView, step: NonNullable<ReturnType<typeof stepDown>>): Finding {
  const { cluster, now } = scene
  const { namespace, name } = deployment
  const { from, to, at } = step
  const loads = replicaLoads(scene)
  const replicas = Math.min(from, Math.max(to + 1, Math.floor(to * GROWTH)))
  return makeFinding({
    kind: 'scaled_down',
    statement: `Deployment ${name} has too few replicas: it was scaled down from ${from} to ${to}${at ? ` at ${clockTime(at)} (${sayAgo(at, now)})` : ''}, and now ${sayLoads(loads)}, evenly: it is overloaded since.`,
    evidence: [...step.evidence, ...loads.loads.slice(0, 2).flatMap(({ evidence }) => evidence)],
    confidence: 0.9,
    subject: { kind: 'Deployment', namespace, name },
    ...(at && { since: at }),
    explains: ['overload', 'cpu_throttled', 'not_ready', 'failing_service', 'liveness_probe', 'readiness_probe'],
    ...(cluster &&
      scaleGate({
        cluster,
        now,
        workload: { kind: 'Deployment', namespace, name },
        isEvenlySaturated: true,
        replicas,
        why: `It had ${from} replicas before, and the ${to} that are left are all at their CPU limit${replicas < from ? `; ${replicas} is as many as may be asked for at once` : ''}.`,
      })),
    suggestions: [`Ask whoever scaled ${name} down, and keep as many replicas as its load needs.`],
  })
}
