/** Looks after the trail while the service runs: its chain is checked at the start and every hour, and its head is told. */
import type { Log } from '../../ports/log.ts'
import { type AuditHead, findBrokenAudit, hasAuditEntry, readAuditHead } from './audit-records.ts'
import type { Database } from './database.ts'

const CHECK_MS = 3_600_000

export type AuditState = { head: AuditHead; brokenAt: string | undefined }

export class AuditWatch {
  readonly #database: Database
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #seen: AuditHead = { seq: '0', hash: '' }
  #brokenAt: string | undefined

  constructor({ database, log }: { database: Database; log: Log }) {
    this.#database = database
    this.#log = log
  }

  async start(): Promise<void> {
    await this.check()
    const again = () =>
      this.check().catch((error: Error) =>
        this.#log.warn({ error: error.message }, 'The audit trail could not be checked; it is tried again in an hour.'),
      )
    this.#timer = setInterval(() => void again(), CHECK_MS).unref()
  }

  /** A trail that was cut short fits its chain, so the head that was seen last must still be there. */
  async check(): Promise<void> {
    const isCut = !(await hasAuditEntry(this.#database, this.#seen))
    this.#brokenAt = isCut ? this.#seen.seq : await findBrokenAudit(this.#database, this.#database.seal)
    const head = await readAuditHead(this.#database)
    if (!isCut) this.#seen = head
    // Kept by whoever keeps our log, out of reach of who can write into the database.
    this.#log.info({ seq: head.seq, hash: head.hash }, 'The head of the audit trail.')
    for (const sentence of this.warnings()) this.#log.error({ seq: this.#brokenAt }, sentence)
  }

  async state(): Promise<AuditState> {
    return { head: await readAuditHead(this.#database), brokenAt: this.#brokenAt }
  }

  warnings(): string[] {
    return this.#brokenAt === undefined ? [] : [tellBroken(this.#brokenAt)]
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** Not every entry that does not fit was forged: one written without the secret key bears no seal. */
export function tellBroken(seq: string): string {
  return `The audit trail is broken: entry ${seq} was changed, taken away, or written without FIREBREAK_SECRET_KEY. Compare it with a backup and with the heads in your logs; where an instance of an earlier version or without the key wrote it, firebreak seal vouches for it.`
}
