import { once } from 'node:events'
import { join } from 'node:path'
import type { Wording } from './alert-body.ts'
import { ADMIN_KEY, type BenchWorld } from './world.ts'

export type SentAlerts = { run: string; wording?: Wording; distinct?: number }

export type LoadPlan = {
  address: string
  key: string
  connections: number
  pipelining?: number
  /** It ends after so many requests, or so many seconds. */
  count?: number
  seconds?: number
  /** Either these paths in turn, or alerts: all different, or so many different ones again and again. */
  paths?: readonly string[]
  alerts?: SentAlerts
}

export type LoadOutcome = {
  seconds: number
  /** How many answers there were of each status. */
  answers: Record<string, number>
  /** Requests that never got an answer. */
  lost: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  firstRefusal: string
}

const SCRIPT = join(import.meta.dirname, 'request-load.ts')

export async function runLoad(world: BenchWorld, plan: Omit<LoadPlan, 'key'>): Promise<LoadOutcome> {
  const { child, stop } = world.startProcess(SCRIPT, [JSON.stringify({ key: ADMIN_KEY, ...plan })])
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The load ended with ${code} before it told what it saw.`)
  })
  const reported = once(child, 'message').then(([outcome]) => outcome as LoadOutcome)
  try {
    return await Promise.race([reported, ended])
  } finally {
    ended.catch(() => {})
    await stop()
  }
}

/** For loads that nothing may refuse. */
export function requireAll(outcome: LoadOutcome, status: number): LoadOutcome {
  const isClean = outcome.lost === 0 && Object.keys(outcome.answers).every((one) => one === String(status))
  if (isClean) return outcome
  throw new Error(`Not all were answered with ${status}: ${JSON.stringify(outcome)}`)
}
