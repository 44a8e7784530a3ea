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
    id = await openIncident(service, parts.target, began)
    step(`The alert is sent and stored: ${id}. Firebreak looks at the database …`)
    print(`   Watch it at ${address}/incidents/${id}`)
    const waiting = await until(
      service,
      id,
      ['awaiting_approval', 'escalated', 'resolved'],
      DIAGNOSED_WITHIN_SECONDS,
      signal,
    )
    if (waiting.id !== id) print(`   ${id} has become part of ${waiting.id}, which has the plan.`)
    tellDiagnosis(waiting, step, print)
    if (waiting.status !== 'awaiting_approval')
      throw new StartRefused(`${id} is ${waiting.status}; there is no plan to confirm.`)
    await askForWord(parts, service, waiting, step)
    const ended = await until(
      service,
      id,
      ['resolved', 'escalated', 'ignored', 'expired'],
      ENDED_WITHIN_SECONDS,
      signal,
    )
    tellEnd(ended, step)
    print(`   ${pileUp.answered()} of the ${pileUp.waiters} hanging queries have their answer.`)
  } finally {
    await pileUp.clear()
    if (id !== '') await service.close(id, 'The demo has ended.')
    print('The demo has cleaned up after itself.')
  }
}

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
async function openIncident(service: DemoService, target: string, began: number): Promise<string> {
  const alert = alertOf(target)
  const id = await service.sendAlert(alert)
  if (Date.parse((await service.show(id)).created_at) >= began) return id
  await service.close(id, 'It is left from an earlier demo.')
  return service.sendAlert(alert)
}

function tellDiagnosis({ diagnosis, proposal }: ShownIncident, step: Print, print: Print): void {
  if (diagnosis) step(`Diagnosis (${diagnosis.source}, confidence ${diagnosis.confidence}): ${diagnosis.conclusion}`)
  for (const { plugin, quote } of diagnosis?.evidence.slice(0, 4) ?? []) print(`   seen in ${plugin}: ${quote}`)
  for (const words of proposal?.steps ?? []) step(`The plan (${proposal?.risk_level} risk): ${words}`)
}

async function askForWord(
  parts: DemoParts,
  service: DemoService,
  { id, proposal }: ShownIncident,
  step: Print,
): Promise<void> {
  const { print, address, confirmsItself } = parts
  const digest = proposal?.digest ?? ''
  const key = parts.key ? `-H "authorization: Bearer $API_KEY" ` : ''
  const body = `{"decision": "confirm", "digest": "${digest}"}`
  step('Nothing has been changed. The plan runs only once you confirm it: in the console, or by')
  print(
    `   curl -X POST ${address}/api/incidents/${id}/decision ${key}-H 'content-type: application/json' -d '${body}'`,
  )
  if (confirmsItself) return service.confirm(id, digest)
  print(parts.enter ? '   or press Enter here to confirm it now.' : WITHOUT_TERMINAL)
  const decided = new AbortController()
  const seconds = parts.enter ? DECIDED_WITHIN_SECONDS : DECIDED_UNSEEN_WITHIN_SECONDS
  const elsewhere = until(service, id, DECIDED, seconds, AbortSignal.any([parts.signal, decided.signal]))
  const here = parts.enter ? [parts.enter().then(() => service.confirm(id, digest))] : []
  await Promise.race([...here, elsewhere.then(() => {})])
  decided.abort()
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

async function until(
  service: DemoService,
  id: string,
  statuses: readonly string[],
  seconds: number,
  signal: AbortSignal,
): Promise<ShownIncident> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const incident = await leading(service, await service.show(id))
    if (statuses.includes(incident.status)) return incident
    if (performance.now() > end) throw new StartRefused(`${id} is still ${incident.status} after ${seconds} seconds.`)
    await pause(300, undefined, { signal })
  }
}
