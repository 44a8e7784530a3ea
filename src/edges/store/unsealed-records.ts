/** Keys, settings and silences that are stored and do not count, because they do not bear our seal: told where people look. */
import type { Database } from './database.ts'
import { listKeys } from './key-records.ts'
import { findForeignSettings } from './settings-records.ts'
import { findForeignSilences } from './silence-records.ts'

export async function findUnsealedWarnings(database: Database): Promise<string[]> {
  if (!database.seal.isKeyed) return []
  const keys = (await listKeys(database)).filter(({ isGenuine }) => !isGenuine).map(({ id }) => id)
  const settings = await findForeignSettings(database)
  const silences = await findForeignSilences(database)
  return [sentenceOf('API keys', keys), sentenceOf('settings', settings), sentenceOf('silences', silences)].flat()
}

function sentenceOf(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const listed = `${names.slice(0, 10).join(', ')}${names.length > 10 ? ' …' : ''}`
  return [
    `Stored ${what} that do not bear the seal of FIREBREAK_SECRET_KEY do not count: ${listed}. Where they are yours, from the time before the key was set, firebreak seal takes them over; where not, somebody else writes into the database.`,
  ]
}
