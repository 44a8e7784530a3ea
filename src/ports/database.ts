/** What we ask of the PostgreSQL databases people told us to look after. */
export type DatabaseRow = Record<string, unknown>

export type TargetDatabases = {
  /** In the order given; the first one is meant where none is named. */
  names(): readonly string[]
  /** One statement that cannot write, whatever the role could do. Throws NotConfigured without a target. */
  read(
    database: string | undefined,
    sql: string,
    values: readonly unknown[],
    signal: AbortSignal,
  ): Promise<DatabaseRow[]>
  /** One statement with the acting role, outside a transaction. Only remediations ask for this. */
  act(
    database: string | undefined,
    sql: string,
    values: readonly unknown[],
    signal: AbortSignal,
  ): Promise<DatabaseRow[]>
}
