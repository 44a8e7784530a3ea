/**
 * `npm run demo`: a real incident on the running service, from a real lock to its verified end, with a line for each step.
 * The word that lets the plan run is the reader's: in the console, by the curl line that is shown, or by Enter.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../../../problem.ts'
import { fingerprintOf } from '../../../story/watch/reading.ts'
import { type DemoService, openDemoService, type ShownIncident } from './demo-service.ts'
import { makePileUp } from './pile-up.ts'

type DemoParts = {
  address: string
  databaseUrl: string
  /** What the service calls that database among those it looks after. */
  target: string
  key: string | undefined
  /** Confirm by itself, for those who only want to watch. */
  confirmsItself: boolean
  /** Resolves when the reader presses Enter; undefined where there is no terminal to press it at. */
  enter: (() => Promise<void>) | undefined
  print: (line: string) => void
  signal: AbortSignal
}

/** The service watches the same database itself: by this fingerprint what it finds there joins our incident. */
function alertOf(target: string) {
  const fingerprint = fingerprintOf({ kind: 'database', target, check: 'lock_wait_seconds' })
  return {
    message: 'Queries on firebreak_demo.orders have hung for seconds: PostgreSQL lock waits are piling up',
    metadata: {
      source: 'demo',
      severity: 'high',
      alertname: 'PostgreSQLLockWaits',
      database: target,
      relname: 'orders',
      fingerprint,
    },
  }
}

const DIAGNOSED_WITHIN_SECONDS = 60
const DECIDED_WITHIN_SECONDS = 3_600
/** Without a terminal perhaps nobody is there at all, and the queries hang as long as the demo waits. */
const DECIDED_UNSEEN_WITHIN_SECONDS = 300
const ENDED_WITHIN_SECONDS = 300

export async function runDemo(parts: DemoParts): Promise<void> {
  const { print, signal, address } = parts
  const step = numbered(print)
  const service = openDemoService(parts)
  await service.greet()
  print(`Firebreak runs at ${address}. Open it in a browser: what happens next appears there live.`)
  step('Making real trouble: one session locks a table and falls asleep, six others want to read it …')
  const began = Date.now()
  const pileUp = await makePileUp(parts.databaseUrl)
  let id = ''
  try {
    print(`   Session ${pileUp.blockerPid} holds the lock; ${pileUp.waiters} queries hang.`)
    id = await openIncident(service, parts, began)
    step(`The alert is sent and stored: ${id}. Firebreak looks at the database …`)
    print(`   Watch it at ${address}/incidents/${id}`)
    const watching = { service, id, signal, isLost: pileUp.isLost }
    const waiting = await until(watching, ['awaiting_approval', 'escalated', 'resolved'], DIAGNOSED_WITHIN_SECONDS)
    if (waiting.id !== id) print(`   ${id} has become part of ${waiting.id}, which has the plan.`)
    tellDiagnosis(waiting, step, print)
    if (waiting.status !== 'awaiting_approval')
      throw new StartRefused(`${id} is ${waiting.status}; there is no plan to confirm.`)
    await askForWord(parts, watching, waiting, step)
    const ended = await until(watching, ['resolved', 'escalated', 'ignored', 'expired'], ENDED_WITHIN_SECONDS)
    tellEnd(ended, step)
    print(`   ${pileUp.answered()} of the ${pileUp.waiters} hanging queries have their answer.`)
  } finally {
    const isClear = await pileUp.clear().then(
      () => true,
      () => false,
    )
    if (id !== '' && (await service.close(id, 'The demo has ended.')))
      print(`${id} was still open: the demo has marked it as resolved, since its trouble is over.`)
    print(isClear ? 'The demo has cleaned up after itself.' : NOT_CLEARED)
  }
}

const NOT_CLEARED =
  'The database does not answer, so the schema firebreak_demo is still in it; the next demo takes it over and removes it.'

type Print = (line: string) => void

/** A line for each step that really happens, counted. */
function numbered(print: Print): Print {
  let count = 0
  return (line) => {
    count += 1
    print(`${count}. ${line}`)
  }
}

/** An incident of an earlier demo that was broken off is about sessions that are gone; this one gets its own. */
async function openIncident(
  service: DemoService,
  { target, print }: Pick<DemoParts, 'target' | 'print'>,
  began: number,
): Promise<string> {
  const alert = alertOf(target)
  const id = await service.sendAlert(alert)
  if (Date.parse((await service.show(id)).created_at) >= began) return id
  if (await service.close(id, 'It is left from an earlier demo.'))
    print(`   ${id} is left from an earlier demo; it is marked as resolved.`)
  return service.sendAlert(alert)
}

function tellDiagnosis({ diagnosis, proposal }: ShownIncident, step: Print, print: Print): void {
  if (diagnosis) step(`Diagnosis (${diagnosis.source}, confidence ${diagnosis.confidence}): ${diagnosis.conclusion}`)
  for (const { plugin, quote } of diagnosis?.evidence.slice(0, 4) ?? []) print(`   seen in ${plugin}: ${quote}`)
  for (const words of proposal?.steps ?? []) step(`The plan (${proposal?.risk_level} risk): ${words}`)
}

async function askForWord(
  parts: DemoParts,
  watching: Watching,
  { id, proposal }: ShownIncident,
  step: Print,
): Promise<void> {
  const { confirmsItself, enter, signal } = parts
  const { service } = watching
  const digest = proposal?.digest ?? ''
  const [first = '', ...others] = waitingWords({ ...parts, id, digest, hasTerminal: enter !== undefined })
  step(first)
  for (const line of others) parts.print(line)
  if (confirmsItself) return service.confirm(id, digest, 'Confirmed by the demo itself (--confirm).')
  const decided = new AbortController()
  const seconds = enter ? DECIDED_WITHIN_SECONDS : DECIDED_UNSEEN_WITHIN_SECONDS
  const elsewhere = until({ ...watching, id, signal: AbortSignal.any([signal, decided.signal]) }, DECIDED, seconds)
  const confirm = () => service.confirm(id, digest, 'Confirmed where the demo was started.')
  const here = enter ? [enter().then(confirm)] : []
  await Promise.race([...here, elsewhere.then(() => {})])
  decided.abort()
}

type Waiting = Pick<DemoParts, 'address' | 'key' | 'confirmsItself'> & {
  id: string
  digest: string
  hasTerminal: boolean
}

/** Whose word it is, and how it is said; who gave it beforehand is told that it counts. */
export function waitingWords({ address, key, confirmsItself, id, digest, hasTerminal }: Waiting): string[] {
  if (confirmsItself)
    return [
      'Nothing has been changed yet. You gave --confirm, so the demo now confirms the plan by itself, in your place.',
    ]
  const header = key ? `-H "authorization: Bearer $API_KEY" ` : ''
  const body = `{"decision": "confirm", "digest": "${digest}"}`
  return [
    'Nothing has been changed. The plan runs only once you confirm it: in the console, or by',
    `   curl -X POST ${address}/api/incidents/${id}/decision ${header}-H 'content-type: application/json' -d '${body}'`,
    hasTerminal ? '   or press Enter here to confirm it now.' : WITHOUT_TERMINAL,
  ]
}

const WITHOUT_TERMINAL =
  '   There is no terminal to press Enter at; the demo waits five minutes. `npm run demo -- --confirm` confirms by itself.'

const DECIDED = ['executing', 'verifying', 'resolved', 'escalated', 'ignored', 'expired', 'diagnosing']

function tellEnd({ status, execution_result: result }: ShownIncident, step: Print): void {
  for (const { plugin, outcome, message } of result?.actions ?? []) step(`${plugin}: ${outcome}. ${message}`)
  if (result?.verification) step(`Verified on the live system: ${result.verification.sentence}`)
  step(`The incident is ${status}.`)
}

/** Where it has become part of another, that one has the plan and its end is the end of both. */
async function leading(service: DemoService, incident: ShownIncident): Promise<ShownIncident> {
  return incident.part_of === null ? incident : leading(service, await service.show(incident.part_of))
}

type Watching = { service: DemoService; id: string; signal: AbortSignal; isLost: () => boolean }

const LOST =
  'The database was restarted or has closed the sessions of the demo, and the lock went with them: there is nothing left to mend. Run npm run demo again.'

async function until(
  { service, id, signal, isLost }: Watching,
  statuses: readonly string[],
  seconds: number,
): Promise<ShownIncident> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    if (isLost()) throw new StartRefused(LOST)
    const incident = await leading(service, await service.show(id))
    if (statuses.includes(incident.status)) return incident
    if (performance.now() > end) throw new StartRefused(`${id} is still ${incident.status} after ${seconds} seconds.`)
    await pause(300, undefined, { signal })
  }
}
