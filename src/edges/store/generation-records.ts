/** A number per subject that grows with each change, so that instances know when their copy is old. */
import type { Checked } from '../../guidance/fresh-copy.ts'
import { type Connection, type Database, TRIFLE_WITHIN_MS } from './database.ts'

type Subject = 'settings' | 'api_keys' | 'silences'

/** Takes the subject's row until commit: changes of one subject happen one after the other. */
export async function beginChange(connection: Connection, subject: Subject): Promise<void> {
  await connection.query('UPDATE generations SET generation = generation + 1 WHERE subject = $1', [subject])
}

/** Reads the generation before the rows, so that a change in between is noticed at the next check, never missed. */
export async function loadIfChanged<Value>(
  database: Database,
  subject: Subject,
  known: string | undefined,
  load: () => Promise<Value>,
): Promise<Checked<Value> | 'unchanged'> {
  const question = {
    name: 'generation',
    text: 'SELECT generation FROM generations WHERE subject = $1',
    values: [subject],
    query_timeout: TRIFLE_WITHIN_MS,
  }
  const { rows } = await database.query<{ generation: string }>(question)
  const generation = rows[0]?.generation ?? '0'
  return generation === known ? 'unchanged' : { generation, value: await load() }
}
