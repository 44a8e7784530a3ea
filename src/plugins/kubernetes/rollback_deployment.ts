import { CLUSTER_WRITE_SECONDS } from '../../ports/cluster.ts'
import type { ActingTools, Intention, RemediationPlugin, RemediationResult, Tools } from '../plugin.ts'
import { DEPLOYMENT, NAMESPACE } from './cluster-parameters.ts'
import { readDeployment, requireDeployment, showCounts } from './deployment-target.ts'
import { skipped, writeUnmoved } from './guarded-write.ts'
import type { PodTemplate, Workload } from './kubernetes-objects.ts'
import { mergePatch } from './merge-patch.ts'
import { plainTemplate, readRevisions, revisionOf } from './revisions.ts'
import { rollbackGate } from './rollback-gate.ts'
import { checkRollout } from './rollout-check.ts'
import { templateDifferences } from './template-difference.ts'

type Parameters = { namespace: string; deployment: string; revision?: number }

const CAUSE = 'kubernetes.io/change-cause'
const CHANGES_SHOWN = 20

export default {
  name: 'rollback_deployment',
  description:
    'Returns a Deployment to the pod template of an earlier revision (the one before the current, unless revision is given). Right where the fault began with the newest revision and the earlier one does not have it.',
  category: 'remediation',
  risk: 'medium',
  settlesWithinSeconds: CLUSTER_WRITE_SECONDS,
  gate: rollbackGate,
  words:
    'Roll Deployment [{namespace}/]{deployment} back[ from revision {from:revision}] to {revision|to:revision|the one before}',
  usualSeconds: 180,
  parameters: {
    type: 'object',
    properties: {
      namespace: NAMESPACE,
      deployment: DEPLOYMENT,
      revision: {
        type: 'integer',
        description: 'Revision to return to; the previous one where not given.',
        minimum: 1,
      },
    },
    required: ['deployment'],
  },
  intend,
  run: (parameters, tools, { preconditions, isDryRun }) =>
    writeUnmoved<Workload>({
      target: `Deployment ${parameters.namespace}/${parameters.deployment}`,
      planned: preconditions,
      read: () => readDeployment(parameters, tools),
      see,
      show: showCounts,
      write: (deployment) => rollBack(deployment, { parameters, preconditions, isDryRun, tools }),
    }),
  readBack: async (parameters, tools, { preconditions }) => {
    const deployment = await readDeployment(parameters, tools)
    // What another of this name shows says nothing of ours.
    if (deployment?.metadata.uid !== preconditions.uid || !deployment) return undefined
    if (deployment.metadata.generation === preconditions.generation) return false
    return runsTarget(deployment, preconditions, tools)
  },
  verify: async (parameters, tools, past) => {
    const deployment = await readDeployment(parameters, tools)
    const moved = deployment && (await findLaterChange(deployment, past.preconditions, tools))
    return checkRollout(deployment, { ...past, ...(moved !== undefined && { moved }) })
  },
} satisfies RemediationPlugin<Parameters>

type Preconditions = Readonly<Record<string, unknown>>

/** Undefined where the revision returned to is no longer among those the server keeps. */
async function runsTarget(deployment: Workload, planned: Preconditions, tools: Tools): Promise<boolean | undefined> {
  const revisions = await readRevisions(tools.cluster, deployment, tools.signal)
  const target = revisions.find(({ metadata }) => metadata.uid === planned.target_replicaset_uid)
  return target && templateDifferences(currentTemplate(deployment), plainTemplate(target)).length === 0
}

/** Ours is the generation after the planned one; a later one with another template is somebody else's release. */
async function findLaterChange(
  deployment: Workload,
  planned: Preconditions,
  tools: Tools,
): Promise<string | undefined> {
  const { generation = 0, name } = deployment.metadata
  if (generation <= Number(planned.generation ?? generation) + 1) return undefined
  const runs = await runsTarget(deployment, planned, tools)
  if (runs) return undefined
  // What a Deployment runs is always kept, so what is not kept any more does not run.
  if (runs === undefined)
    return `${name} was changed again after the rollback: revision ${planned.target_revision} is no longer there.`
  return `${name} was changed again after the rollback: generation ${generation} does not have the template of revision ${planned.target_revision}.`
}

async function intend(parameters: Parameters, tools: Tools): Promise<Intention> {
  const { namespace, deployment: name } = parameters
  const deployment = await requireDeployment(parameters, tools)
  if (deployment.spec.paused) throw new Error(`Deployment ${namespace}/${name} is paused: resume it before a rollback.`)
  const target = chooseTarget(
    deployment,
    await readRevisions(tools.cluster, deployment, tools.signal),
    parameters.revision,
  )
  const differences = templateDifferences(currentTemplate(deployment), plainTemplate(target))
  if (differences.length === 0)
    throw new Error(`Revision ${revisionOf(target)} of ${name} does not differ from what runs.`)
  const changes = differences
    .slice(0, CHANGES_SHOWN)
    .map(({ field, from, to }) => ({ field, from: write(from), to: write(to) }))
  return {
    effect: {
      targets: [{ system: 'kubernetes', namespace, kind: 'Deployment', name }],
      changes: [
        { field: 'revision', from: String(revisionOf(deployment)), to: `template of ${revisionOf(target)}` },
        ...changes,
      ],
      commands: [
        `kubectl rollout undo deployment ${name} --namespace ${namespace} --to-revision ${revisionOf(target)}`,
      ],
      risk: 'medium',
    },
    // The target is pinned: `previous` could be another one by the time it runs.
    preconditions: {
      ...see(deployment),
      target_revision: revisionOf(target),
      target_replicaset_uid: target.metadata.uid,
    },
    rollback: undo(parameters, deployment),
  }
}

function chooseTarget(deployment: Workload, revisions: readonly Workload[], wanted: number | undefined): Workload {
  const { namespace, name } = deployment.metadata
  const current = revisionOf(deployment) ?? 0
  const numbers = revisions.flatMap((one) => revisionOf(one) ?? []).filter((number) => number !== current)
  const number = wanted ?? numbers.find((one) => one < current)
  if (number === undefined) throw new Error(`Deployment ${namespace}/${name} has no earlier revision to return to.`)
  if (number === current) throw new Error(`Revision ${number} of ${name} is the current one.`)
  const found = revisions.find((one) => revisionOf(one) === number)
  if (!found)
    throw new Error(`Deployment ${namespace}/${name} has no revision ${number}; there are ${numbers.join(', ')}.`)
  return found
}

type RollBack = {
  parameters: Parameters
  preconditions: Preconditions
  isDryRun: boolean
  tools: ActingTools
}

async function rollBack(
  deployment: Workload,
  { parameters, preconditions, isDryRun, tools }: RollBack,
): Promise<RemediationResult> {
  const { namespace, deployment: name } = parameters
  const revisions = await readRevisions(tools.cluster, deployment, tools.signal)
  const target = revisions.find(({ metadata }) => metadata.uid === preconditions.target_replicaset_uid)
  if (!target || revisionOf(target) !== preconditions.target_revision)
    return skipped(`revision ${preconditions.target_revision} of ${name} is no longer there`)
  const after = await tools.cluster.patch({ kind: 'Deployment', namespace, name }, patchTo(target, deployment), {
    isDryRun,
    signal: tools.signal,
  })
  return {
    success: true,
    message: `${name}: back to the template of revision ${revisionOf(target)}${isDryRun ? ' (dry run, nothing changed)' : '; it becomes the newest revision'}.`,
    before: showCounts(deployment),
    after: showCounts(after as Workload),
    rollback: undo(parameters, deployment),
  }
}

/** A merge patch adds and replaces; what the newer template has beyond the older one must be taken away by name. */
function patchTo(target: Workload, deployment: Workload): Record<string, unknown> {
  const causes = [deployment, target].map(({ metadata }) => metadata.annotations?.[CAUSE])
  return {
    metadata: {
      resourceVersion: deployment.metadata.resourceVersion,
      ...(causes[0] !== causes[1] && { annotations: { [CAUSE]: causes[1] ?? null } }),
    },
    spec: { template: mergePatch(currentTemplate(deployment), plainTemplate(target)) },
  }
}

function currentTemplate({ spec }: Workload): PodTemplate {
  return spec.template ?? { spec: { containers: [] } }
}

/** The revision that runs now keeps its number; the one returned to gets a new one. */
function undo({ namespace, deployment }: Parameters, { metadata, ...rest }: Workload) {
  const revision = revisionOf({ metadata, ...rest })
  if (revision === undefined) return { impossible: 'The Deployment carries no revision number to return to.' }
  return { plugin: 'rollback_deployment', parameters: { namespace, deployment, revision } }
}

function see(deployment: Workload) {
  const { uid, generation } = deployment.metadata
  return { uid, generation, revision: revisionOf(deployment) }
}

function write(value: unknown): string {
  if (value === null) return '(absent)'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
