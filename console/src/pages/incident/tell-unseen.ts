/** Why something was not seen, with whom it would have been asked of in a person's words. */
import { phrase } from '../../language/phrase.ts'

/** What a plugin looks at, where its own name does not say so. */
export const LOOKED_AT: Readonly<Record<string, string>> = {
  'metrics.query': phrase('Metrics'),
  'metrics.query_range': phrase('Metrics'),
  'logs.query': phrase('Logs'),
  'errors.get_issue': phrase('Error tracker'),
  'llm.orchestrator_action': phrase('Cluster'),
}

export function tellUnseen(sentence: string): string {
  return sentence.replace(/^[\w.]+(?=: )/, (plugin) => LOOKED_AT[plugin] ?? plugin)
}
