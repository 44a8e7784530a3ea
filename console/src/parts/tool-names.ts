/**
 * What is told of a look. `llm.orchestrator_action` is called after those it was made for, models; who reads it beside a
 * diagnosis without any takes it for something that was done. It reads the cluster, and its command says what.
 */
import { phrase } from '../language/phrase.ts'

const CLUSTER_READER = 'llm.orchestrator_action'

/** A plugin by the name a person knows it by. */
export function toolName(tool: string): string {
  return tool === CLUSTER_READER ? phrase('cluster|a look') : tool
}

const COMMAND_CHARACTERS = 60

/** `cluster: get pods -n shop`. */
export function tellLook({
  tool,
  parameters,
}: {
  tool: string
  parameters: Readonly<Record<string, unknown>>
}): string {
  const { command } = parameters
  if (tool !== CLUSTER_READER || typeof command !== 'string') return toolName(tool)
  const short = command.length > COMMAND_CHARACTERS ? `${command.slice(0, COMMAND_CHARACTERS)}…` : command
  return phrase('{tool}: {command}', { tool: toolName(tool), command: short })
}
