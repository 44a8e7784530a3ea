/** Why something was not seen, with whom it would have been asked of in a person's words. */

/** What a plugin looks at, where its own name does not say so. */
export const LOOKED_AT: Readonly<Record<string, string>> = {
  'metrics.query': 'Metrics',
  'metrics.query_range': 'Metrics',
  'logs.query': 'Logs',
  'errors.get_issue': 'Error tracker',
  'llm.orchestrator_action': 'Cluster',
}

export function tellUnseen(sentence: string): string {
  return sentence.replace(/^[\w.]+(?=: )/, (plugin) => LOOKED_AT[plugin] ?? plugin)
}
