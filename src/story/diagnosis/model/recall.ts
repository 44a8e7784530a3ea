/**
 * What proved an incident of the past shows again: then a short talk may do, with no tools but the one that submits. Last
 * time is no proof of this time, so what is submitted is checked like anything else, and who doubts looks further.
 */
import type { Plugin } from '../../../plugins/plugin.ts'
import type { ModelTool } from '../../../ports/language-model.ts'
import type { SimilarIncident } from '../../incident/memory.ts'
import type { Exhibit } from '../evidence.ts'
import { describeDeeds, isDeed, submitTool } from './model-tools.ts'
import type { Speech } from './turn-taker.ts'

/** One to submit, one to mend it, and one in hand so that the first is not forced. */
export const RECALL_TURNS_MAX = 3

/** The one of the past whose proof shows now, and whose cure was not seen to fail. */
export function recalledAmong(
  similar: readonly SimilarIncident[],
  exhibits: readonly Exhibit[],
): SimilarIncident | undefined {
  return similar.find(
    ({ conclusion, proof, worked }) =>
      conclusion !== '' && worked !== false && proof.length > 0 && proof.every((one) => showsAgain(one, exhibits)),
  )
}

/** Names of pods, numbers and times are others now. */
function showsAgain({ plugin, quote }: SimilarIncident['proof'][number], exhibits: readonly Exhibit[]): boolean {
  const words = patternOf(quote)
  return exhibits.some(({ plugin: asked, result }) => asked === plugin && patternOf(textOf(result)).includes(words))
}

function textOf(value: unknown): string {
  return JSON.stringify(value).replaceAll('\\"', '"')
}

function patternOf(text: string): string {
  return text
    .replaceAll(/-[a-z0-9]{6,10}-[a-z0-9]{5}\b/g, '-#')
    .replaceAll(/[0-9a-f]{8,}|\d+/gi, '#')
    .replaceAll(/\s+/g, ' ')
}

/** Only the steps that were taken then, or that the analysis wants now. */
export function recallSpeech(prompt: string, plugins: readonly Plugin[], recalled: readonly string[]): Speech {
  const deeds = plugins.filter((plugin) => isDeed(plugin) && recalled.includes(plugin.name))
  return {
    system: deeds.length === 0 ? prompt : `${prompt}\n\n${describeDeeds(deeds)}`,
    tools: [submitTool(), FURTHER],
    isEasy: true,
  }
}

const FURTHER: ModelTool = {
  name: 'look_further',
  description: 'It is not the same, or cannot be told: look with all tools.',
  parameters: { type: 'object', properties: {}, required: [] },
}

export function deedsOf({ plan }: SimilarIncident, { wanted }: { wanted: readonly { plugin: string }[] }): string[] {
  return [...new Set([...plan.map((step) => step.split(' ')[0] ?? ''), ...wanted.map(({ plugin }) => plugin)])]
}
