/** Whether what a diagnosis says is proven: each quote stands in the answer of the call it names. */
import type { PluginResult } from '../../src/plugins/plugin.ts'
import { holdsQuote } from '../../src/story/diagnosis/evidence.ts'
import type { EvidenceReference } from '../../src/story/incident/diagnosis.ts'

type Call = { id: string; result: PluginResult }

export function missingQuotes(quotes: readonly EvidenceReference[], calls: readonly Call[]): string[] {
  const missing = quotes.filter(({ call, quote }) => !isSeen(calls.find(({ id }) => id === call)?.result, quote))
  const shown = [...new Set(missing.map(({ call, plugin, quote }) => `${call} ${plugin} ${JSON.stringify(quote)}`))]
  return shown.length > 0 ? [`quotes dropped: ${shown.length}: ${shown.join('; ')}`] : []
}

function isSeen(result: PluginResult | undefined, quote: string): boolean {
  return result !== undefined && holdsQuote(result, quote)
}

const CALLS_MAX = 25

export function tooManyCalls(count: number): string[] {
  return count > CALLS_MAX ? [`${count} calls are more than ${CALLS_MAX}`] : []
}
