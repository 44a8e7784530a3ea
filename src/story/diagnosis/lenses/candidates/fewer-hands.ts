/** Every deployment that was given more hands right before the trouble as one that might have fewer again: somebody else may not bear them. */
import { allowedReplicas } from '../../../../guidance/policy/replica-change.ts'
import type { DeploymentView } from '../../cluster/cluster-scene.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { UNTIED } from '../../weigh.ts'
import type { Deed } from '../fact.ts'
import type { Sight } from '../steps/sight.ts'
import type { Candidate } from './candidate.ts'
import { workloadSigns } from './workload-signs.ts'

export function fewerCandidates(sight: Sight): Candidate[] {
  const { cluster, scene, seen } = sight
  const home = cluster.target.namespace ?? scene.subject.namespace
  return cluster.deployments
    .filter(({ name, namespace }) => seen.ringOf(name) < UNTIED || namespace === home)
    .flatMap((deployment) => candidateOf(deployment, sight) ?? [])
}

type Raising = Extract<Deed, { kind: 'scaling' }>

const PROMPT_MINUTES = 6

/** Right before it began, and it still has as many. */
function raisingOf({ name, namespace, replicas }: DeploymentView, { seen: { facts, onset } }: Sight) {
  for (const { deed, at } of facts) {
    const minutes = at ? minutesBetween(at, onset) : Number.POSITIVE_INFINITY
    const isOwn = deed?.kind === 'scaling' && deed.deployment === name && deed.namespace === namespace
    if (isOwn && deed.to > deed.from && deed.to === replicas && minutes >= -1 && minutes <= PROMPT_MINUTES) return deed
  }
  return undefined
}

function candidateOf(deployment: DeploymentView, sight: Sight): Candidate | undefined {
  const { namespace, name, replicas } = deployment
  const raising = raisingOf(deployment, sight)
  const wanted = raising && backTo(raising, sight.heard.replicaChangeMax)
  if (wanted === undefined) return undefined
  return {
    family: 'fewer',
    action: { plugin: 'scale_deployment', parameters: { namespace, deployment: name, replicas: wanted } },
    atFault: { kind: 'Deployment', namespace, name },
    says: `${wanted} replicas of ${name} instead of ${replicas}, which it has since right before the trouble`,
    signs: workloadSigns(name, namespace, sight),
  }
}

/** As many as it had, as far as people let it go at once. */
function backTo({ from, to }: Raising, changeMax: number): number | undefined {
  const allowed = allowedReplicas({ from: to }, undefined, changeMax)
  const wanted = Math.max(1, from, allowed?.least ?? to)
  return wanted < to ? wanted : undefined
}
