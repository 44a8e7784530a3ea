/** The front of the room: one incident in, one diagnosis out, every call and turn recorded on the way. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { PluginCall, PluginResult } from '../../plugins/plugin.ts'
import type { PluginDoor } from '../../plugins/run-plugin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { DiagnosisOutcome } from '../incident/diagnosis.ts'
import type { Incident } from '../incident/incident.ts'
import type { NewEvent } from '../incident/incident-event.ts'
import type { Steps } from '../incident/steps.ts'
import { analyse } from './analyse.ts'
import { type AskPlugin, Evidence } from './evidence.ts'
import type { Finding } from './finding.ts'

export type DiagnosisParts = {
  door: Pick<PluginDoor, 'diagnose'>
  currentSettings: () => Promise<Settings>
  /** The environment context as it was put. */
  currentEnvironment: () => Promise<string>
  clock: Clock
}

type Task = { incident: Incident; steps: Steps; signal: AbortSignal }

export async function diagnoseIncident(parts: DiagnosisParts, task: Task): Promise<DiagnosisOutcome> {
  const { incident, steps } = task
  // Recorded, so that a run that is taken up again sees the same world: ages and budgets must not depend on the restart.
  const now = new Date(await steps.act('look at the clock', async () => parts.clock.now().toISOString()))
  const environment = readEnvironment(await parts.currentEnvironment())
  const { CLUSTER_NAME } = await parts.currentSettings()
  const evidence = new Evidence(recordedCall(parts.door, task))
  const analysis = await analyse({ incident, environment, clusterName: CLUSTER_NAME || undefined, evidence, now })
  await steps.act(
    'tell the findings',
    async () => null,
    () => analysis.findings.slice(0, FINDINGS_TOLD).map(foundEvent),
  )
  return analysis
}

const FINDINGS_TOLD = 20

/** The call's own words name its step, so that it is found again in whatever order things are asked. */
export function recordedCall(
  door: Pick<PluginDoor, 'diagnose'>,
  { steps, signal }: Pick<Task, 'steps' | 'signal'>,
): AskPlugin {
  return async ({ id, by, plugin, parameters }) => {
    const answered = await steps.act(
      `${by} asks ${plugin} ${digestOf({ plugin, parameters })}`,
      async () => {
        const { result, seconds, parameters: told } = await door.diagnose({ plugin, parameters }, signal)
        return { result, seconds: Math.round(seconds * 1000) / 1000, parameters: told }
      },
      ({ result, seconds, parameters: told }) => [calledEvent({ id, by, plugin, parameters: told, result, seconds })],
    )
    return answered.result
  }
}

function digestOf(call: PluginCall): string {
  return createHash('sha256')
    .update(canonicalize(call) ?? '')
    .digest('hex')
    .slice(0, 24)
}

type Called = PluginCall & { id: string; by: string; result: PluginResult; seconds: number }

function calledEvent({ id, by, plugin, parameters, result, seconds }: Called): NewEvent {
  return { kind: 'tool_call', data: { tool: plugin, parameters, result, call: id, by, seconds } }
}

function foundEvent({ kind, statement, confidence, evidence }: Finding): NewEvent {
  return { kind: 'analysis_found', data: { kind, statement, confidence, evidence: evidence.slice(0, 10) } }
}
