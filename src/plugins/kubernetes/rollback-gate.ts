/** A release may be undone where the trouble began shortly after it and the template before was another. */
import type { Facts, ReleaseFact } from '../gate.ts'
import { clusterGate, isSame } from './cluster-gate.ts'

type Parameters = { namespace: string; deployment: string; revision?: number }

/** Clocks differ, and a controller needs a moment. */
const TOLERANCE_MINUTES = 2
/** What a revision brings shows sooner than this. */
const RAN_WELL_MINUTES = 6 * 60

export const rollbackGate = clusterGate<Parameters>({
  deed: 'rollback',
  touches: ({ namespace, deployment: name }) => [{ kind: 'Deployment', namespace, name }],
  whyNot({ namespace, deployment: name, revision }, cluster, facts) {
    const key = { namespace, name }
    const release = cluster.releaseOf(key)
    if (!release) return `The revisions of deployment ${name} could not be seen; list_pods of ${namespace} shows them.`
    if (release.earlier === undefined) return `Deployment ${name} has no earlier revision to return to.`
    if (cluster.deployments.find((one) => isSame(one, key))?.isPaused) return `Deployment ${name} is paused.`
    const further =
      revision === undefined || revision === release.earlier ? undefined : cluster.releaseOf(key, revision)
    const untimely = whyUntimely(release, facts)
    if (release.failsOnlyOn !== undefined) return sayOneHost(name, release)
    return (untimely && further ? whyUntimely(further, facts) : untimely) ?? whyNoDifferent(name, release, revision)
  },
})

function whyUntimely({ newest, rolledOutAt }: ReleaseFact, { now, onset }: Facts): string | undefined {
  const minutes = onset && rolledOutAt ? minutesBetween(rolledOutAt, onset) : 0
  if (minutes < -TOLERANCE_MINUTES)
    return `It began before revision ${newest} was rolled out (${sayMinutes(minutesBetween(rolledOutAt ?? now, now))} ago), so that revision is not the cause.`
  if (minutes > RAN_WELL_MINUTES)
    return `Revision ${newest} ran for ${sayMinutes(minutes)} before it began, so that revision is not the cause.`
  return undefined
}

function sayOneHost(name: string, { newest, failsOnlyOn }: ReleaseFact): string {
  return `Only pods on node ${failsOnlyOn} fail; elsewhere revision ${newest} of ${name} is well, so that revision is not the cause.`
}

/** Literally: what lies between the two templates. Where nobody compared them, the plan does, and refuses equal ones. */
function whyNoDifferent(name: string, release: ReleaseFact, wanted: number | undefined): string | undefined {
  const { earlier, differences, isEarlierUnwell } = release
  if (wanted !== undefined && wanted !== earlier) return undefined
  if (differences !== undefined && differences.length === 0)
    return `Revision ${earlier} of ${name} has the very same template, so a rollback would not help.`
  return isEarlierUnwell ? `The pods of revision ${earlier} are not ready either.` : undefined
}

function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 60_000
}

function sayMinutes(minutes: number): string {
  if (minutes < 120) return `${Math.max(0, Math.round(minutes))} minutes`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 60 / 24)} days`
}
