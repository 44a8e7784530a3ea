/**
 * Turns what an action would do into a permit or a reason. It knows no plugin, decides on the settings of this moment,
 * and is asked twice: before a person is, and again right before the action.
 */
import type { Settings } from '../settings/catalogue.ts'
import type { Effect } from './effect.ts'
import { findForbidden } from './forbidden-verbs.ts'
import { type Action, issuePermit, type Permit } from './permit.ts'
import { replicaRefusal } from './replica-change.ts'

type RefusalReason =
  | 'remediation_disabled'
  | 'plugin_disabled'
  | 'namespace_not_allowed'
  | 'replica_change_too_large'
  | 'forbidden_command'
  | 'hourly_quota_used'

type Verdict = { allowed: true; permit: Permit } | { allowed: false; reason: RefusalReason; sentence: string }

export type Case = {
  action: Action
  effect: Effect
  settings: Settings
  /** Actions of the rolling hour over all instances. */
  actionsInLastHour: number
  /** The replica count before our first change of this target within the hour; undefined where we made none. */
  replicasAtHourStart: number | undefined
}

type Rule = (given: Case) => { reason: RefusalReason; sentence: string } | undefined

export function judge(given: Case): Verdict {
  for (const rule of RULES) {
    const refusal = rule(given)
    if (refusal) return { allowed: false, ...refusal }
  }
  return { allowed: true, permit: issuePermit(given.action) }
}

const stopSwitch: Rule = ({ settings }) =>
  settings.REMEDIATION_ENABLED === true
    ? undefined
    : { reason: 'remediation_disabled', sentence: 'REMEDIATION_ENABLED is false: nothing may be changed now.' }

const disabledPlugin: Rule = ({ action, settings }) =>
  settings.DISABLED_PLUGINS.includes(action.plugin)
    ? { reason: 'plugin_disabled', sentence: `${action.plugin} is taken out of use by DISABLED_PLUGINS.` }
    : undefined

const allowedNamespaces: Rule = ({ effect, settings }) => {
  const outside = effect.targets.find(
    ({ namespace }) => namespace !== undefined && !settings.ALLOWED_NAMESPACES.includes(namespace),
  )
  if (!outside) return undefined
  const sentence = `${outside.kind} ${outside.name} is in namespace ${outside.namespace}; ALLOWED_NAMESPACES lists ${settings.ALLOWED_NAMESPACES.join(', ') || 'none'}.`
  return { reason: 'namespace_not_allowed', sentence }
}

const replicaChange: Rule = ({ effect, settings, replicasAtHourStart }) => {
  const sentence = effect.replicas && replicaRefusal(effect.replicas, replicasAtHourStart, settings.MAX_REPLICA_CHANGE)
  return sentence ? { reason: 'replica_change_too_large', sentence } : undefined
}

const forbiddenVerbs: Rule = ({ effect, settings }) => {
  const found = findForbidden(effect.commands, settings.FORBIDDEN_VERBS)
  return found
    ? { reason: 'forbidden_command', sentence: `The command contains "${found}", which FORBIDDEN_VERBS forbids.` }
    : undefined
}

const hourlyQuota: Rule = ({ settings, actionsInLastHour }) =>
  actionsInLastHour < settings.HOURLY_QUOTA
    ? undefined
    : {
        reason: 'hourly_quota_used',
        sentence: `${actionsInLastHour} actions ran in the last hour; HOURLY_QUOTA is ${settings.HOURLY_QUOTA}.`,
      }

const RULES: readonly Rule[] = [
  stopSwitch,
  disabledPlugin,
  allowedNamespaces,
  replicaChange,
  forbiddenVerbs,
  hourlyQuota,
]
