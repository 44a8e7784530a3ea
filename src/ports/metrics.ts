/** What we ask of a metrics server (the Prometheus query API). Times are unix seconds or ISO 8601. */
export type Sample = readonly [unixSeconds: number, value: string]
type Series = { metric: Readonly<Record<string, string>>; values: readonly Sample[] }
export type MetricsAnswer = { series: readonly Series[]; warnings: readonly string[] }

/** Throws NotConfigured without METRICS_URL, and an Error with the server's own words where it refuses. */
export type Metrics = {
  /** Whether anybody said where it is. */
  isConfigured(): Promise<boolean>
  query(expression: string, time: string | undefined, signal: AbortSignal): Promise<MetricsAnswer>
  queryRange(
    expression: string,
    range: { start: string; end: string; step: string },
    signal: AbortSignal,
  ): Promise<MetricsAnswer>
  /** Under which labels anything is measured. */
  labelNames(signal: AbortSignal): Promise<readonly string[]>
  /** `counter`, `gauge` …, as whoever exports them says; without those of which nothing is known. */
  kindsOf(names: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>
}
