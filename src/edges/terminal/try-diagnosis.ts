/** One diagnosis without a store and without consequences: what analysis says, how it got there, and what policy would say. */
import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import { judge } from '../../guidance/policy/judge.ts'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { PluginDoor } from '../../plugins/run-plugin.ts'
import { type Analysis, analyse } from '../../story/diagnosis/analyse.ts'
import { Evidence, type Exhibit } from '../../story/diagnosis/evidence.ts'
import type { WantedAction } from '../../story/incident/diagnosis.ts'
import type { Incident } from '../../story/incident/incident.ts'

/** An action and, where it would not get into a proposal, why. */
type JudgedAction = WantedAction & { refusal?: string }

export type Trail = {
  analysis: Analysis
  calls: readonly (Exhibit & { seconds: number })[]
  actions: readonly JudgedAction[]
  /** Of the analysis alone. */
  seconds: number
}

type Given = {
  incident: Incident
  door: PluginDoor
  settings: Settings
  /** The environment context as JSON text. */
  context: string
  now: Date
}

export async function tryDiagnosis({ incident, door, settings, context, now }: Given): Promise<Trail> {
  const took = new Map<string, number>()
  const evidence = new Evidence(async ({ id, plugin, parameters }) => {
    const { result, seconds } = await door.diagnose({ plugin, parameters }, new AbortController().signal)
    took.set(id, seconds)
    return result
  })
  const began = performance.now()
  const environment = readEnvironment(context)
  const analysis = await analyse({ incident, environment, clusterName: settings.CLUSTER_NAME, evidence, now })
  const seconds = (performance.now() - began) / 1000
  const actions = await Promise.all(analysis.wanted.map((wanted) => judgeAction(wanted, door, settings)))
  const calls = evidence.exhibits.map((exhibit) => ({ ...exhibit, seconds: took.get(exhibit.id) ?? 0 }))
  return { analysis, calls, actions, seconds }
}

/** As before a proposal: what it would do is looked up on the live system, and policy is asked. */
async function judgeAction(wanted: WantedAction, door: PluginDoor, settings: Settings): Promise<JudgedAction> {
  const action = { plugin: wanted.plugin, parameters: { ...wanted.parameters } }
  try {
    const { effect } = await door.intend(action, new AbortController().signal)
    const verdict = judge({ action, effect, settings, actionsInLastHour: 0, replicasAtHourStart: undefined })
    return verdict.allowed ? wanted : { ...wanted, refusal: verdict.sentence }
  } catch (error) {
    return { ...wanted, refusal: (error as Error).message }
  }
}
