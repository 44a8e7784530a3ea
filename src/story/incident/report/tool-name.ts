import { code } from './markdown.ts'
import type { Voice } from './voice.ts'

/** Called after those it was made for, models; a person knows it, as on the page, by what it reads. */
const CLUSTER_READER = 'llm.orchestrator_action'

export function toolName(tool: string, { say }: Pick<Voice, 'say'>): string {
  return tool === CLUSTER_READER ? say('cluster|a look') : code(tool)
}
