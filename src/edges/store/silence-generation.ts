/** Whether alerts were matched against the silences of this moment: asked in the very commit that takes them in. */
import type { Connection } from './database.ts'

/** Somebody made, changed or ended a silence since the group was matched; it is matched again. */
export class SilencesMovedMeanwhile extends Error {}

export function isSilenceGeneration(parameter: string): string {
  return `(SELECT generation FROM generations WHERE subject = 'silences') = ${parameter}::bigint`
}

export async function requireSilenceGeneration(connection: Connection, generation: string): Promise<void> {
  const { rows } = await connection.query<{ is_same: boolean }>({
    name: 'is-silence-generation',
    text: `SELECT ${isSilenceGeneration('$1')} AS is_same`,
    values: [generation],
  })
  if (rows[0]?.is_same !== true) throw new SilencesMovedMeanwhile()
}
