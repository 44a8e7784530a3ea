/** One diagnosis without a store and without consequences: what analysis says, how it got there, and what would be proposed. */
import { setTimeout as pause } from 'node:timers/promises'
import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import type { KnowledgeSearch } from '../../guidance/knowledge/knowledge-search.ts'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import { BUILT_IN_PLUGINS } from '../../plugins/built-in-plugins.ts'
import type { PluginDoor } from '../../plugins/run-plugin.ts'
import { type Analysis, analyse } from '../../story/diagnosis/analyse.ts'
import { Evidence, type Exhibit } from '../../story/diagnosis/evidence.ts'
import type { Consult } from '../../story/diagnosis/known/recall-knowledge.ts'
import type { Incident } from '../../story/incident/incident.ts'
import type { ProposalAttempt } from '../../story/incident/proposal.ts'
import { propose } from '../../story/proposal/propose.ts'

export type Trail = {
  analysis: Analysis
  calls: readonly (Exhibit & { seconds: number })[]
  /** Undefined where nothing is wanted. */
  attempt: ProposalAttempt | undefined
  /** Of the analysis alone. */
  seconds: number
}

type Given = {
  incident: Incident
  door: Pick<PluginDoor, 'diagnose' | 'intend'>
  settings: Settings
  /** The environment context as JSON text. */
  context: string
  /** Where there is a knowledge base. */
  knowledge?: KnowledgeSearch
  now: Date
}

export async function tryDiagnosis({ incident, door, settings, context, knowledge, now }: Given): Promise<Trail> {
  const took = new Map<string, number>()
  const evidence = new Evidence(async ({ id, plugin, parameters, afterSeconds = 0 }) => {
    await pause(afterSeconds * 1000)
    const { result, seconds } = await door.diagnose({ plugin, parameters }, new AbortController().signal)
    took.set(id, seconds)
    return result
  })
  const began = performance.now()
  const environment = readEnvironment(context)
  const clusterName = settings.CLUSTER_NAME || undefined
  const hands = { plugins: BUILT_IN_PLUGINS, replicaChangeMax: settings.MAX_REPLICA_CHANGE }
  const seeing = { incident, environment, clusterName, evidence, now, hands }
  const analysis = await analyse({ ...seeing, ...(knowledge && { consult: consultOf(knowledge) }) })
  const seconds = (performance.now() - began) / 1000
  const calls = evidence.exhibits.map((exhibit) => ({ ...exhibit, seconds: took.get(exhibit.id) ?? 0 }))
  return { analysis, calls, attempt: await attemptProposal(analysis, door, settings), seconds }
}

function consultOf(knowledge: KnowledgeSearch): Consult {
  return async (words) => (await knowledge.search(words, ENTRIES_MAX)).entries
}

const ENTRIES_MAX = 3

/** Counted as if nothing had been done in the last hour: only the service knows what was. */
async function attemptProposal(
  { wanted, diagnosis: { conclusion: description } }: Analysis,
  door: Pick<PluginDoor, 'intend'>,
  settings: Settings,
): Promise<ProposalAttempt | undefined> {
  if (wanted.length === 0) return undefined
  const parts = {
    door,
    ledger: {
      actionsInLastHour: async () => 0,
      replicasAtHourStart: async () => undefined,
      charge: async () => false,
    },
    currentSettings: async () => settings,
    remediation: (name: string) => {
      const plugin = BUILT_IN_PLUGINS.find((one) => one.name === name)
      return plugin?.category === 'remediation' ? plugin : undefined
    },
  }
  return propose(parts, { wanted, description, purpose: 'remedy', signal: new AbortController().signal })
}
