/** What we ask of the PostgreSQL databases people told us to look after. */

/** Times come as ISO 8601 text to the microsecond, so that they can be compared for equality; whole numbers as numbers. */
export type DatabaseRow = Record<string, unknown>

/** Rows, and what the server remarked beside them: a VACUUM it skips is a remark, not an error. */
export type DatabaseAnswer<Row = DatabaseRow> = { rows: Row[]; notices: string[] }

/** What the server, or the way to it, said instead of rows. `code` is the SQLSTATE or the socket's error code. */
export class DatabaseRefusal extends Error {
  readonly code: string | undefined

  constructor(message: string, options: { code?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'DatabaseRefusal'
    this.code = options.code
  }
}

/** A statement that changes went out and its answer did not come: whether it was carried out is not known. */
export class LostStatement extends DatabaseRefusal {}

/** Both throw NotConfigured without a target, and DatabaseRefusal for an unknown one or where the server refuses. */
export type TargetDatabases = {
  /** In the order given; the first one is meant where none is named. */
  names(): readonly string[]
  /** Where its server stands, as its address says; undefined on this machine, and of one that is not known. */
  hostOf(database: string | undefined): string | undefined
  /** One query that cannot write, whatever the role could do. Catalogue names stand unqualified in it. */
  read<Row = DatabaseRow>(
    database: string | undefined,
    sql: string,
    values: readonly unknown[],
    signal: AbortSignal,
  ): Promise<Row[]>
  /**
   * One statement with the acting role, outside a transaction. Only remediations ask for this. It does not begin after
   * `before`, by the server's own clock where it can end a session that waits for its statement: throws TooLate.
   */
  act<Row = DatabaseRow>(
    database: string | undefined,
    sql: string,
    values: readonly unknown[],
    options: { signal: AbortSignal; timeoutSeconds?: number; before?: { leftMs(): number } },
  ): Promise<DatabaseAnswer<Row>>
}
