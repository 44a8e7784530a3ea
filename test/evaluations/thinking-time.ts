/** How long a diagnosis takes where every answer is there at once: what is left is our own reading and thinking. */
import type { Trail } from '../../src/edges/terminal/try-diagnosis.ts'
import { readEnvironment } from '../../src/guidance/environment/environment-map.ts'
import type { Settings } from '../../src/guidance/settings/catalogue.ts'
import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'
import { analyse } from '../../src/story/diagnosis/analyse.ts'
import { Evidence } from '../../src/story/diagnosis/evidence.ts'
import type { Incident } from '../../src/story/incident/incident.ts'

type Given = { incident: Incident; settings: Settings; context: string; now: Date }

/** The same questions come in the same order and bear the same numbers. */
export async function thinkingSeconds({ incident, settings, context, now }: Given, { calls }: Trail): Promise<number> {
  const answers = new Map(calls.map(({ id, result }) => [id, result]))
  const evidence = new Evidence(async ({ id }) => answers.get(id) ?? { success: false, error: 'Nobody asked this.' })
  const environment = readEnvironment(context)
  const clusterName = settings.CLUSTER_NAME || undefined
  const hands = { plugins: BUILT_IN_PLUGINS, replicaChangeMax: settings.MAX_REPLICA_CHANGE }
  const began = performance.now()
  await analyse({ incident, environment, clusterName, evidence, now, hands })
  return (performance.now() - began) / 1000
}

export function showThinkingTime(all: readonly number[]): string {
  const sorted = [...all].sort((one, other) => one - other)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 1000)
  return `A diagnosis on recorded answers takes ${at(0.5)} ms in the middle, and ${at(0.9)} ms or more in one of ten.`
}
