/** What policy allows for the targets of this alert, said before anything is proposed: a limit nobody knew is no fault of a plan. */
import type { ActionLedger } from '../../../guidance/policy/action-ledger.ts'
import { nameOfTargets } from '../../../guidance/policy/ask-policy.ts'
import { allowedReplicas } from '../../../guidance/policy/replica-change.ts'
import type { Settings } from '../../../guidance/settings/catalogue.ts'
import type { Analysis } from '../analyse.ts'

export type LedgerToRead = Pick<ActionLedger, 'actionsInLastHour' | 'replicasAtHourStart'>

const DEPLOYMENTS_SHOWN = 8

export async function describePolicy(settings: Settings, ledger: LedgerToRead, analysis: Analysis): Promise<string> {
  if (!settings.REMEDIATION_ENABLED)
    return 'Policy: nothing may be changed now (REMEDIATION_ENABLED is false). Say in suggested_actions what a person could do.'
  const left = settings.HOURLY_QUOTA - (await ledger.actionsInLastHour())
  if (!(left > 0)) return 'Policy: the actions of this hour are used up (HOURLY_QUOTA); a step would be refused.'
  const namespaces = settings.ALLOWED_NAMESPACES.join(', ') || 'none'
  return [
    `Policy: pods and deployments may be changed in these namespaces only: ${namespaces}. ${left} actions are left in this hour.`,
    ...(await countsAllowed(settings, ledger, analysis)),
  ].join('\n')
}

async function countsAllowed(settings: Settings, ledger: LedgerToRead, { scene }: Analysis): Promise<string[]> {
  const { cluster } = scene
  const concerned = (cluster?.deployments ?? []).filter(({ namespace }) =>
    settings.ALLOWED_NAMESPACES.includes(namespace),
  )
  const isTarget = ({ namespace, name }: { namespace: string; name: string }) =>
    cluster?.target.workloads.some((one) => one.namespace === namespace && one.name === name)
  const targetsFirst = concerned.toSorted((one, other) => Number(isTarget(other)) - Number(isTarget(one)))
  return Promise.all(targetsFirst.slice(0, DEPLOYMENTS_SHOWN).map((one) => countAllowed(one, settings, ledger)))
}

type Deployment = NonNullable<Analysis['scene']['cluster']>['deployments'][number]

async function countAllowed(
  { namespace, name, replicas }: Deployment,
  { MAX_REPLICA_CHANGE }: Settings,
  ledger: LedgerToRead,
): Promise<string> {
  const target = nameOfTargets([{ system: 'kubernetes', kind: 'Deployment', namespace, name }])
  const allowed = allowedReplicas({ from: replicas }, await ledger.replicasAtHourStart(target), MAX_REPLICA_CHANGE)
  const counts = allowed ? `${allowed.least} to ${allowed.most}` : 'no other count'
  return `- ${namespace}/${name} has ${replicas} replicas; may be set to: ${replicas === 0 ? 'the last count seen, else 1' : counts}`
}
