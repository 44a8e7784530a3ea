/** What we ask of a log server (the Loki query API). */
export type LogLine = { at: string; line: string }
export type LogStream = { labels: Readonly<Record<string, string>>; lines: readonly LogLine[] }

/** Throws NotConfigured without LOGS_URL, and an Error with the server's own words where it refuses. */
export type Logs = {
  /** Whether anybody said where it is. */
  isConfigured(): Promise<boolean>
  query(
    expression: string,
    /** Of more lines than the limit the newest are told, or the oldest. */
    range: { start: string; end: string; limit: number; isOldest?: boolean },
    signal: AbortSignal,
  ): Promise<readonly LogStream[]>
  /** Which labels streams bear. */
  labelNames(signal: AbortSignal): Promise<readonly string[]>
  /** What a label has been since then. */
  labelValues(label: string, start: string, signal: AbortSignal): Promise<readonly string[]>
}
