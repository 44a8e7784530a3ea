/** What findings about a database have in common. */
import type { WantedAction } from '../../incident/diagnosis.ts'
import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'
import type { AlertTopic } from './asking/alert-topics.ts'
import type { DatabaseScene } from './database-scene.ts'

type Told = Pick<Finding, 'kind' | 'statement' | 'confidence' | 'evidence' | 'subject'> & Partial<Finding>

export function told(given: Told): Finding {
  return { facts: [], situation: 'fault', weight: 'cause', actions: [], suggestions: [], ...given }
}

/** A finding is a cause only of what it can bring about; where the alert does not say what it complains of, of anything. */
export function weightFor(
  { topics }: DatabaseScene,
  brought: readonly AlertTopic[],
  otherwise: Finding['weight'] = 'context',
): Finding['weight'] {
  return topics.size === 0 || brought.some((topic) => topics.has(topic)) ? 'cause' : otherwise
}

/** A server holds several databases; a lock or a transaction of one is no matter of another. */
export function isElsewhere(datname: string | null | undefined, { labels }: Subject): boolean {
  return labels.datname !== undefined && typeof datname === 'string' && datname !== '' && datname !== labels.datname
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
