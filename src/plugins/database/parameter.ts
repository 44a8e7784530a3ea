/** Parameters that several plugins of this family take, said the same way each time. */
import type { PropertySchema } from '../plugin.ts'

export const DATABASE: PropertySchema = {
  type: 'string',
  description:
    'Which database, by the name TARGET_DATABASES gives it or by its own name (an alert’s datname). Left out: the first one.',
  minLength: 1,
  maxLength: 63,
}

export const PID: PropertySchema = {
  type: 'integer',
  description:
    'Process id of the session to end, as lock_waits, slow_queries or active_connections show it. The leader, not one of its parallel workers.',
  minimum: 1,
  maximum: 2147483647,
}

export function limitOf(what: string, preset: number): PropertySchema {
  return {
    type: 'integer',
    description: `How many ${what} to show at most.`,
    default: preset,
    minimum: 1,
    maximum: 100,
  }
}
