/** A finding in the words of an alert, for the same door that every other alert enters by. */
import { checkOf } from './checks.ts'
import type { Turn } from './judge-reading.ts'
import { fingerprintOf, type Reading, type WatchKind } from './reading.ts'

export type FindingAlert = { message: string; metadata: Readonly<Record<string, string>> }

/** By which labels diagnosis knows the target. */
const TARGET_LABELS: Readonly<Record<WatchKind, (target: string) => Record<string, string>>> = {
  database: (target) => ({ database: target }),
  key_value: (target) => ({ service: target, store: target }),
  cloud: () => ({}),
}

export function wordFinding(reading: Reading, turn: Turn, judged: { value: number; limit: number }): FindingAlert {
  const { kind, target, check: name, seen, labels = {} } = reading
  const check = checkOf(reading)
  const isOver = turn === 'cleared'
  return {
    message: isOver
      ? `${target}: no longer so: ${check.complaint}.\n${seen}`
      : `${target}: ${check.complaint}\n${seen}${measured(name, judged)}`,
    metadata: {
      alertname: check.alertname,
      severity: check.severity,
      ...TARGET_LABELS[kind](target),
      ...labels,
      // After what the world calls its things: a dimension of the cloud may have any name.
      source: 'monitor',
      check: name,
      fingerprint: fingerprintOf(reading),
      status: isOver ? 'resolved' : 'firing',
    },
  }
}

/** What is either so or not has no figure. */
function measured(name: string, { value, limit }: { value: number; limit: number }): string {
  return limit === 1 && value === 1 ? '' : `\nMeasured: ${name} ${rounded(value)}; the limit is ${rounded(limit)}.`
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
