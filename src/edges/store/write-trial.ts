/** Whether an alert could be stored now, and what it is called where it could not. */
import { randomBytes } from 'node:crypto'
import { type Database, inTransaction } from './database.ts'

/**
 * The store itself cannot, whatever it is given: read-only, no room, no memory, a broken disk, damaged files, a right taken away.
 * What the content of an alert could bring about is not among these: nobody can close the door for others by an alert.
 */
const REFUSED_STATES = /^(25006|53|58|42501|XX00[12])/

export function isWriteRefused(error: unknown): boolean {
  return REFUSED_STATES.test(stateOf(error)?.code ?? '')
}

export function reasonOfRefusal(error: unknown): string {
  return stateOf(error)?.message ?? 'it gives no reason'
}

/** A page of its own, which no free space of the table can take: a full disk shows only there. */
const PAGE_BYTES = 3_900

/** As an alert is written, and taken back: the reason where it cannot be. Only asked while there is a doubt. */
export async function tryToWrite(database: Database): Promise<string | undefined> {
  const taken = new Error('taken back')
  try {
    await inTransaction(database, async (connection) => {
      await connection.query(
        `INSERT INTO alerts (dialect, state, sender_id, message, details) VALUES ('plain', 'silent', '', $1, '{}')`,
        [randomBytes(PAGE_BYTES).toString('hex')],
      )
      throw taken
    })
  } catch (error) {
    if (error === taken) return undefined
    return reasonOfRefusal(error)
  }
}

/** A refusal of the server carries its state; one of ours has it as its cause. */
function stateOf(error: unknown): { code: string; message: string } | undefined {
  const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown }
  if (cause !== undefined) return stateOf(cause)
  return typeof code === 'string' ? { code, message: String(message) } : undefined
}
