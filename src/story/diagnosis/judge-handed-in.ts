/**
 * A plan somebody handed in is judged like one of ours: looked at anew, and each step by its plugin's gate, on what is tied
 * to the alert. What counts as proven is what the diagnosis in force has proven, and what shows now.
 */
import type { PluginCall } from '../../plugins/plugin.ts'
import type { Diagnosis } from '../incident/diagnosis.ts'
import type { HandedInPlan } from '../incident/handed-in-plan.ts'
import type { WholeIncident } from '../incident/incident.ts'
import type { Refusal } from '../incident/proposal.ts'
import type { Steps } from '../incident/steps.ts'
import type { ClearedStep } from '../incident/wanted-step.ts'
import { analyse } from './analyse.ts'
import { beginLook } from './begin-look.ts'
import { type DiagnosisParts, type MindParts, recordedCall, whatIsTold } from './diagnose-incident.ts'
import { Evidence } from './evidence.ts'
import { spelledOut } from './gates/fitting-parameters.ts'
import { createStepJudge } from './gates/judge-step.ts'

type Task = {
  incident: WholeIncident
  plan: HandedInPlan
  steps: Steps
  resumedAt: Date | undefined
  signal: AbortSignal
}

const CALLS_MAX = 40

export async function judgeHandedIn(
  parts: DiagnosisParts & Pick<MindParts, 'mind'>,
  task: Task,
): Promise<{ cleared: readonly ClearedStep[] } | { refusals: readonly Refusal[] }> {
  const { incident, plan, signal } = task
  const look = await beginLook({ ...task, clock: parts.clock })
  const { environment, clusterName, replicaChangeMax } = await whatIsTold(parts)
  const plugins = parts.mind.plugins()
  const hands = { plugins, replicaChangeMax }
  const evidence = new Evidence(recordedCall(parts.door, { steps: look.steps, signal }), {
    ...{ by: 'plan', callsMax: CALLS_MAX, startAt: look.callsBefore, spellOut: spelledOut(plugins) },
    nameOf: (number) => `P${plan.number}.${number}`,
  })
  // Whom a person names is meant, in the plan as in a wish to look again.
  const personSaid = [incident.feedback ?? '', plan.why].join('\n')
  const given = { incident, environment, clusterName, evidence, now: look.since, hands, personSaid }
  const { findings, scene } = await analyse(given)
  await lookAtTargets(plan, evidence)
  const judge = createStepJudge({
    ...{ hands, findings, personSaid, scene: { ...scene, exhibits: evidence.exhibits } },
    isProven: ({ name }) => isProvenIn(incident.diagnosis, name),
    isHandedIn: true,
  })
  const judged = plan.actions.map((action) => ({ action, verdict: judge(action) }))
  const refusals = judged.flatMap(({ action: { plugin, parameters }, verdict }) =>
    'refusal' in verdict ? [{ plugin, parameters, reason: 'gate', sentence: verdict.refusal }] : [],
  )
  if (refusals.length > 0) return { refusals }
  return { cleared: judged.flatMap(({ verdict }) => ('step' in verdict ? [verdict.step] : [])) }
}

/** What the gates judge by, of those the plan names; the analysis looked around the alert. */
async function lookAtTargets({ actions }: HandedInPlan, evidence: Evidence): Promise<void> {
  await evidence.askAll(
    actions.flatMap(({ parameters }) => [...podListings(parameters), ...sessionListings(parameters)]),
  )
}

type Named = HandedInPlan['actions'][number]['parameters']

function podListings({ namespace, pod_name }: Named): PluginCall[] {
  const place = typeof namespace === 'string' ? { namespace } : undefined
  return [
    ...(place ? [{ plugin: 'list_pods', parameters: place }] : []),
    ...(typeof pod_name === 'string' ? [{ plugin: 'describe_pod', parameters: { pod_name, ...place } }] : []),
  ]
}

function sessionListings({ database, pid, table }: Named): PluginCall[] {
  const server = typeof database === 'string' ? { database } : {}
  return [
    ...(pid === undefined
      ? []
      : ['lock_waits', 'active_connections'].map((plugin) => ({ plugin, parameters: server }))),
    ...(typeof table === 'string' ? [{ plugin: 'table_bloat', parameters: { ...server, table } }] : []),
  ]
}

function isProvenIn(diagnosis: Diagnosis | undefined, name: string): boolean {
  const findings = diagnosis?.keyFindings ?? []
  return findings.some(({ text, evidence }) => evidence.length > 0 && wordsOf(text).has(name.toLowerCase()))
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?/g) ?? [])
}
