import { CLUSTER_WRITE_SECONDS } from '../../ports/cluster.ts'
import type { Intention, RemediationPlugin, Tools } from '../plugin.ts'
import { DEPLOYMENT, NAMESPACE } from './cluster-parameters.ts'
import { readDeployment, replicasOf, requireDeployment, showCounts } from './deployment-target.ts'
import { writeUnmoved } from './guarded-write.ts'
import type { Autoscaler, Workload } from './kubernetes-objects.ts'
import { readLastNonZero } from './last-count.ts'
import { Sight } from './not-seen.ts'
import { checkRollout } from './rollout-check.ts'
import { scaleGate } from './scale-gate.ts'

type Parameters = { namespace: string; deployment: string; replicas: number }

export default {
  name: 'scale_deployment',
  description:
    'Sets the number of replicas of a Deployment. Right where all replicas are evenly saturated, or to bring back what was scaled to zero; an autoscaler over it would undo a count outside its bounds.',
  category: 'remediation',
  risk: 'low',
  settlesWithinSeconds: CLUSTER_WRITE_SECONDS,
  gate: scaleGate,
  words: 'Scale Deployment [{namespace}/]{deployment}[ from {from:spec.replicas}] to {replicas replica}',
  usualSeconds: 120,
  parameters: {
    type: 'object',
    properties: {
      namespace: NAMESPACE,
      deployment: DEPLOYMENT,
      replicas: { type: 'integer', description: 'The number wanted.', minimum: 0, maximum: 1000 },
    },
    required: ['deployment', 'replicas'],
  },
  intend,
  run: (parameters, tools, { preconditions, isDryRun }) =>
    writeUnmoved<Workload>({
      target: `Deployment ${parameters.namespace}/${parameters.deployment}`,
      planned: preconditions,
      read: () => readDeployment(parameters, tools),
      see,
      show: showCounts,
      write: async (deployment) => {
        const { namespace, deployment: name, replicas } = parameters
        const write = { isDryRun, signal: tools.signal }
        const version = deployment.metadata.resourceVersion ?? ''
        const scale = await tools.cluster.scale({ kind: 'Deployment', namespace, name }, replicas, version, write)
        return {
          success: true,
          message: `${name}: ${replicasOf(deployment)} → ${replicas} replicas${isDryRun ? ' (dry run, nothing changed)' : ''}.`,
          before: showCounts(deployment),
          after: { replicas: (scale.spec as { replicas?: number }).replicas ?? 0 },
          rollback: undo(parameters, replicasOf(deployment)),
        }
      },
    }),
  readBack: async (parameters, tools, { preconditions }) => {
    const deployment = await readDeployment(parameters, tools)
    // What another of this name shows says nothing of ours.
    if (deployment?.metadata.uid !== preconditions.uid) return undefined
    return deployment && replicasOf(deployment) === parameters.replicas
  },
  verify: async (parameters, tools, past) =>
    checkRollout(await readDeployment(parameters, tools), { ...past, wanted: parameters.replicas }),
} satisfies RemediationPlugin<Parameters>

async function intend(parameters: Parameters, tools: Tools): Promise<Intention> {
  const { namespace, deployment: name, replicas: to } = parameters
  const deployment = await requireDeployment(parameters, tools)
  const from = replicasOf(deployment)
  if (from === to) throw new Error(`Deployment ${namespace}/${name} has ${to} replicas already.`)
  const autoscaler = await readAutoscaler(parameters, tools)
  if (autoscaler && from > 0 && to > 0) refuseOutside(autoscaler, to)
  const lastNonZero = from === 0 ? await readLastNonZero(tools.cluster, { namespace, name }, tools.signal) : undefined
  return {
    effect: {
      targets: [{ system: 'kubernetes', namespace, kind: 'Deployment', name }],
      replicas: { from, to, ...(lastNonZero !== undefined && { lastNonZero }) },
      changes: [
        {
          field: 'spec.replicas',
          from: String(from),
          to: autoscaler ? `${to}, until autoscaler ${autoscaler.metadata.name} decides again` : String(to),
        },
      ],
      commands: [`kubectl scale deployment ${name} --namespace ${namespace} --replicas ${to}`],
      risk: to < from || autoscaler ? 'medium' : 'low',
    },
    preconditions: see(deployment),
    rollback: undo(parameters, from),
  }
}

function refuseOutside({ metadata, spec }: Autoscaler, to: number): void {
  const least = spec.minReplicas ?? 1
  if (to >= least && to <= spec.maxReplicas) return
  throw new Error(
    `Autoscaler ${metadata.name} keeps it between ${least} and ${spec.maxReplicas} replicas and would undo ${to} within seconds.`,
  )
}

/** Who may not read autoscalers cannot know of one; the verification after the act will see what became of the count. */
async function readAutoscaler({ namespace, deployment: name }: Parameters, { cluster, signal }: Tools) {
  const all = await new Sight().look('autoscalers', () =>
    cluster.list({ kind: 'HorizontalPodAutoscaler', namespace }, signal),
  )
  return ((all ?? []) as Autoscaler[]).find(
    ({ spec: { scaleTargetRef } }) => scaleTargetRef.kind === 'Deployment' && scaleTargetRef.name === name,
  )
}

function undo({ namespace, deployment }: Parameters, replicas: number) {
  return { plugin: 'scale_deployment', parameters: { namespace, deployment, replicas } }
}

function see(deployment: Workload) {
  const { uid, generation } = deployment.metadata
  return { uid, generation, replicas: replicasOf(deployment) }
}
