/**
 * What the store knows, told by every instance alike: take the maximum over instances, not the sum. Read at the scrape and
 * kept for a moment, so that many scrapers cost the store no more than one.
 */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { StoreFigures } from '../store/figure-records.ts'
import { registerIncidentTimes } from './incident-time-metrics.ts'

const FRESH_MS = 5_000
/** A scraper gives up after ten seconds; a store that hangs must not cost it the rest. */
const ANSWER_WITHIN_MS = 3_000

/** Answers undefined, and soon, where the store is away: the figures of the process are still worth having. */
function createFreshFigures(read: () => Promise<StoreFigures>) {
  let asked: Promise<StoreFigures | undefined> | undefined
  let askedAt = 0
  return () => {
    if (asked === undefined || performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now()
      const patience = new Promise<undefined>(
        (resolve) => void setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS).unref(),
      )
      asked = Promise.race([read().catch(() => undefined), patience])
    }
    return asked
  }
}

export function registerStoreMetrics(registry: Registry, read: () => Promise<StoreFigures>): void {
  const figures = createFreshFigures(read)
  const registers = [registry]
  const tell = (collect: (found: StoreFigures) => void, reset: () => void) => async () => {
    const found = await figures()
    reset()
    if (found) collect(found)
  }
  registerPlugins(registers, tell)
  registerWork(registers, tell)
  registerReadings(registers, tell)
  registerIncidentTimes(registry, async () => (await figures())?.times)
}

type Tell = (collect: (found: StoreFigures) => void, reset: () => void) => () => Promise<void>

function registerPlugins(registers: Registry[], tell: Tell): void {
  const calls = new Counter({
    name: 'firebreak_plugin_calls_total',
    help: 'Calls of plugins over all instances, by result.',
    labelNames: ['plugin', 'result'] as const,
    registers,
    collect: tell(
      (found) => {
        for (const { name, calls: all, successes } of found.plugins) {
          calls.inc({ plugin: name, result: 'success' }, successes)
          calls.inc({ plugin: name, result: 'failure' }, all - successes)
        }
      },
      () => calls.reset(),
    ),
  })
  const seconds = new Counter({
    name: 'firebreak_plugin_seconds_total',
    help: 'Time plugins took over all instances.',
    labelNames: ['plugin'] as const,
    registers,
    collect: tell(
      (found) => {
        for (const { name, seconds: taken } of found.plugins) seconds.inc({ plugin: name }, taken)
      },
      () => seconds.reset(),
    ),
  })
}

function registerWork(registers: Registry[], tell: Tell): void {
  const gauge = (name: string, help: string, value: (found: StoreFigures) => number) => {
    const made: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: tell(
        (found) => made.set(value(found)),
        // Without labels a reset would say 0, which is not the same as "not known".
        () => made.remove(),
      ),
    })
  }
  gauge(
    'firebreak_queue_depth',
    'Incidents that wait for their diagnosis.',
    ({ incidents }) => incidents.get('pending') ?? 0,
  )
  gauge(
    'firebreak_quota_left',
    'Remediation actions that HOURLY_QUOTA still permits within the rolling hour.',
    ({ quotaLeft }) => quotaLeft,
  )
  gauge('firebreak_held', '1 while nothing is carried out because the store is held.', ({ isHeld }) => Number(isHeld))
  gauge(
    'firebreak_monitor_last_round_timestamp_seconds',
    'When the last round of monitoring checks began; 0 before the first.',
    ({ lastRoundAt }) => (lastRoundAt?.getTime() ?? 0) / 1000,
  )
  gauge(
    'firebreak_audit_broken',
    '1 where the chain of the audit trail did not hold at the last check (at the start and every hour).',
    ({ audit }) => Number(audit.brokenAt !== undefined),
  )
  const head = new Gauge({
    name: 'firebreak_audit_head',
    help: 'Number of the last entry of the audit trail, with its hash, which covers all before it.',
    labelNames: ['hash'] as const,
    registers,
    collect: tell(
      ({ audit }) => head.set({ hash: audit.head.hash }, Number(audit.head.seq)),
      () => head.reset(),
    ),
  })
  gauge(
    'firebreak_runs_given_up',
    'Runs that were given up by a fault of Firebreak’s own and wait for a person.',
    ({ runsGivenUp }) => runsGivenUp,
  )
  const by = (label: string, name: string, help: string, values: (found: StoreFigures) => Iterable<[string, number]>) =>
    registerByLabel({ label, name, help, values }, registers, tell)
  by('status', 'firebreak_incidents', 'Incidents by status.', ({ incidents }) => incidents)
  by(
    'kind',
    'firebreak_runs_at_work',
    'Runs of the workflow that are under way over all instances, by kind.',
    ({ runsAtWork }) => runsAtWork,
  )
  by(
    'severity',
    'firebreak_queue_oldest_seconds',
    'How long the oldest incident that waits for its diagnosis has waited, by severity.',
    ({ oldestPending }) => oldestPending,
  )
  by(
    'what',
    'firebreak_outbox_depth',
    'Messages owed to the chat: cards to show, notes to send, and cards that failed and are tried again.',
    ({ outbox }) => Object.entries(outbox),
  )
}

type ByLabel = {
  label: string
  name: string
  help: string
  values(found: StoreFigures): Iterable<[string, number]>
}

/** One figure for each value of one label. */
function registerByLabel({ label, name, help, values }: ByLabel, registers: Registry[], tell: Tell): void {
  const made: Gauge<string> = new Gauge({
    ...{ name, help, labelNames: [label], registers },
    collect: tell(
      (found) => {
        for (const [value, count] of values(found)) made.set({ [label]: value }, count)
      },
      () => made.reset(),
    ),
  })
}

function registerReadings(registers: Registry[], tell: Tell): void {
  const reading = new Gauge({
    name: 'firebreak_monitor_reading',
    help: 'The last figure of each monitoring check, in the unit its name says.',
    labelNames: ['kind', 'target', 'check'] as const,
    registers,
    collect: tell(
      ({ readings }) => {
        for (const { kind, target, check, value } of readings)
          if (value !== null && kind !== 'cloud') reading.set({ kind, target, check }, value)
      },
      () => reading.reset(),
    ),
  })
  const firing = new Gauge({
    name: 'firebreak_monitor_findings',
    help: 'Monitoring checks that have found something and not cleared yet, by kind and check.',
    labelNames: ['kind', 'check'] as const,
    registers,
    collect: tell(
      ({ readings }) => {
        for (const { kind, check, isFiring } of readings) firing.inc({ kind, check }, isFiring ? 1 : 0)
      },
      () => firing.reset(),
    ),
  })
}
