import type { Settings } from './reader.ts'

const BASE = 'autovacuum_vacuum_threshold'
const FACTOR = 'autovacuum_vacuum_scale_factor'
const CEILING = 'autovacuum_vacuum_max_threshold'

/** With how many dead rows autovacuum begins, by the table's own options or the server's; null where it does not come or we cannot tell. */
export function autovacuumThreshold(
  liveRows: number,
  options: readonly string[] | null,
  server: Settings,
): number | null {
  const own = optionsOf(options)
  if (own.autovacuum_enabled && /^(off|false|no|0)$/i.test(own.autovacuum_enabled)) return null
  const [base, factor] = [BASE, FACTOR].map((name) => Number(own[name] ?? server[name] ?? Number.NaN)) as [
    number,
    number,
  ]
  const ceiling = Number(own[CEILING] ?? server[CEILING] ?? -1)
  const threshold = Math.round(base + factor * liveRows)
  if (Number.isNaN(threshold)) return null
  return ceiling >= 0 ? Math.min(threshold, ceiling) : threshold
}

function optionsOf(options: readonly string[] | null): Readonly<Record<string, string>> {
  return Object.fromEntries((options ?? []).map((option) => option.split('=', 2) as [string, string]))
}
