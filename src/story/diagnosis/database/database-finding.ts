/** What findings about a database have in common. */
import type { WantedAction } from '../../incident/wanted-step.ts'
import type { Finding } from '../finding.ts'
import { type AlertTopic, areOfMachine } from './asking/alert-topics.ts'
import type { DatabaseScene } from './database-scene.ts'

/**
 * A finding is a cause only of what it can bring about; where the alert does not say what it complains of, of anything.
 * A machine that has too little of something does not even suffer from it.
 */
export function weightFor(
  { topics }: DatabaseScene,
  brought: readonly AlertTopic[],
  otherwise: Finding['weight'] = 'context',
): Finding['weight'] {
  if (topics.size === 0 || brought.some((topic) => topics.has(topic))) return 'cause'
  return areOfMachine(topics) ? 'context' : otherwise
}

/** On the very server where the session or the table was seen. */
export function actionOn(
  { database }: DatabaseScene,
  plugin: string,
  parameters: Readonly<Record<string, unknown>>,
  why: string,
): WantedAction {
  return { plugin, parameters: { ...parameters, ...(database !== '' && { database }) }, why }
}
