/**
 * The two workflows of an incident, boiled down to what an engine sees of them: one looks, step by step, and writes down what
 * it found; the other writes its intent, changes something elsewhere, and writes down what became of it. Both engines run
 * these very functions.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** What an engine offers: a step that reaches into the world, and one that writes own records and is remembered with them. */
export type Steps = {
  act<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  write(name: string): Promise<void>
}

export const LOOKS = 6
/** The looks and the conclusion; the intent, the deed, its outcome and the verification. */
export const STEPS_PER_INCIDENT = LOOKS + 1 + 4

export async function look(steps: Steps, id: string, order: Order): Promise<void> {
  for (let at = 0; at < LOOKS; at += 1) await steps.act(`look ${at}`, () => pause(msOf(id, order), { seen: at }))
  await steps.write('conclude')
}

export async function act(steps: Steps, target: Target, id: string, order: Order): Promise<void> {
  await steps.write('start')
  const outcome = await steps.act('deed', async () => {
    const became = await (order.isGuarded ? target.doOnce(id) : target.do(id))
    // The answer of a real target takes its time too; a crash falls into it.
    await pause(msOf(id, order))
    return became
  })
  await steps.write(`it is ${outcome}`)
  await steps.act('verify', () => pause(msOf(id, order), { outcome }))
}

/** Each at its own pace, up to ten times that of the fastest, so that a kill meets every step of somebody. */
function msOf(id: string, { stepMs }: Order): number {
  return stepMs * (1 + (Number(/\d+$/.exec(id)?.[0]) % 10))
}

/** What is acted on; it keeps its own record, and knows nothing of engines. */
export type Target = {
  do(id: string): Promise<'done'>
  /** As Firebreak does it: the intent is stored before the deed, and a deed that was begun before is looked for, never repeated. */
  doOnce(id: string): Promise<'done' | 'unknown'>
  close(): Promise<void>
}

export const TARGET_TABLES = `
CREATE SCHEMA IF NOT EXISTS bench;
CREATE TABLE IF NOT EXISTS bench.deeds (id text, at timestamptz DEFAULT clock_timestamp());
CREATE TABLE IF NOT EXISTS bench.intents (id text PRIMARY KEY);
CREATE TABLE IF NOT EXISTS bench.records (id text, name text, by text, at timestamptz DEFAULT clock_timestamp())`

export function openTarget(url: string): Target {
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  pool.on('error', () => 'Whoever asks next hears of it.')
  const perform = async (id: string) => {
    await pool.query('INSERT INTO bench.deeds (id) VALUES ($1)', [id])
    return 'done' as const
  }
  return {
    do: perform,
    doOnce: async (id) => {
      const intent = await pool.query('INSERT INTO bench.intents VALUES ($1) ON CONFLICT DO NOTHING', [id])
      if (intent.rowCount === 1) return perform(id)
      const deeds = await pool.query('SELECT FROM bench.deeds WHERE id = $1', [id])
      return deeds.rowCount === 0 ? 'unknown' : 'done'
    },
    close: () => pool.end(),
  }
}

/** How the workflows are to be carried out. */
export type Order = {
  /** The intent is stored before the deed; else the deed is a plain step of the engine. */
  isGuarded: boolean
  /** How long the world takes to answer, where it is quickest. */
  stepMs: number
}
