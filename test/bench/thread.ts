/**
 * Our durable thread beside DBOS on the same two workflows, the same server and the same faults. Decision 0001 rests on
 * these figures.
 */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runSql } from '../world/sql.ts'
import type { Figure } from './figures.ts'
import { DBOS_VERSION } from './thread/dbos-package.ts'
import { dbosEngine, type Engine, ourEngine, type Store } from './thread/engines.ts'
import { STEPS_PER_INCIDENT } from './thread/two-workflows.ts'
import type { BenchProcess, BenchWorld } from './world.ts'

const SPEED_INCIDENTS = 300
const SLOW = { isGuarded: true, stepMs: 30 }
const TAKE_OVER_INCIDENTS = 60
const TAKE_OVER_SECONDS_MAX = 45
const KILLS = 8
const KILLED_INCIDENTS = 120
const LIFE_MS = 1_500
const PATIENCE_MS = 180_000

const ROOT = join(import.meta.dirname, '..', '..')
const OUR_THREAD = [
  'src/story/workflow/dispatcher.ts',
  'src/story/workflow/run-store.ts',
  'src/story/workflow/fair-queue.ts',
  'src/edges/store/claim-records.ts',
  'src/edges/store/queue-records.ts',
  'src/edges/store/run-records.ts',
  'src/edges/store/run-rows.ts',
  'src/edges/store/run-takeover.ts',
  'src/edges/store/run-hold.ts',
]

export async function benchThread(world: BenchWorld): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-dbos-'))
  try {
    const engines = [ourEngine(world), await dbosEngine(world, folder)]
    const figures: Figure[] = []
    for (const engine of engines) {
      figures.push(await speedOf(engine))
      figures.push(...(await takeOverOf(engine)))
      figures.push(...(await harmOf(engine, false)), ...(await harmOf(engine, true)))
    }
    return [...figures, { what: 'our thread: lines that we own and a library would', value: await lines(OUR_THREAD) }]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function speedOf(engine: Engine): Promise<Figure> {
  const store = await engine.open()
  if (store.isQueue) await store.give([], SPEED_INCIDENTS)
  const worker = await store.start('one', { isGuarded: true, stepMs: 0 })
  const began = performance.now()
  if (!store.isQueue) await store.give([worker], SPEED_INCIDENTS)
  await untilEnded(store, SPEED_INCIDENTS, PATIENCE_MS)
  const seconds = (performance.now() - began) / 1000
  await worker.stop()
  const value = (SPEED_INCIDENTS * STEPS_PER_INCIDENT) / seconds
  return { what: `${titleOf(engine)}: steps per second, one instance`, value, unit: '/s' }
}

/** First without the dead one, then with it come back under its name. */
async function takeOverOf(engine: Engine): Promise<Figure[]> {
  const store = await engine.open()
  const [one, two] = [await store.start('one', SLOW), await store.start('two', SLOW)]
  await store.give([one, two], TAKE_OVER_INCIDENTS)
  await untilEnded(store, 1, PATIENCE_MS)
  const killed = performance.now()
  await kill(one)
  const isTakenOver = await untilEnded(store, TAKE_OVER_INCIDENTS, TAKE_OVER_SECONDS_MAX * 1000)
  const byOther = isTakenOver ? (performance.now() - killed) / 1000 : Number.POSITIVE_INFINITY
  const again = isTakenOver ? undefined : await comeBack(store)
  await two.stop()
  const what = `${titleOf(engine)}: kill -9 until its work was ended by the other instance`
  return [
    { what: `${what} (tried for ${TAKE_OVER_SECONDS_MAX} s)`, value: byOther, unit: 's' },
    ...(again === undefined
      ? []
      : [{ what: `${titleOf(engine)}: restart under the same name until it was ended`, value: again, unit: 's' }]),
  ]
}

async function comeBack(store: Store): Promise<number> {
  const began = performance.now()
  const one = await store.start('one', SLOW)
  await untilEnded(store, TAKE_OVER_INCIDENTS, PATIENCE_MS)
  await one.stop()
  return (performance.now() - began) / 1000
}

async function harmOf(engine: Engine, isGuarded: boolean): Promise<Figure[]> {
  const store = await engine.open()
  const order = { isGuarded, stepMs: 250 }
  const names = ['one', 'two']
  const workers = [await store.start('one', order), await store.start('two', order)]
  await store.give(workers, KILLED_INCIDENTS)
  for (let time = 0; time < KILLS; time += 1) {
    const which = time % 2
    await pause(LIFE_MS)
    await kill(workers[which] as BenchProcess)
    workers[which] = await store.start(names[which] as string, order)
  }
  const isEnded = await untilEnded(store, KILLED_INCIDENTS, PATIENCE_MS)
  const ended = isEnded ? KILLED_INCIDENTS : await store.ended()
  for (const worker of workers) await worker.stop()
  const [deeds] = await runSql(
    store.url,
    'SELECT count(*) FILTER (WHERE times > 1) AS doubled FROM (SELECT count(*) AS times FROM bench.deeds GROUP BY id) AS deeds',
  )
  const how = `${titleOf(engine)}, ${KILLS} kills, ${KILLED_INCIDENTS} incidents, ${isGuarded ? 'intent before the deed' : 'deed as a plain step'}`
  const value = Number(deeds?.doubled)
  return [
    { what: `${how}: doubled deeds`, value, ...(isGuarded && { bar: { atMost: 0 } }) },
    { what: `${how}: outcome told as unknown`, value: await store.unknown() },
    { what: `${how}: own records doubled`, value: await store.doubledRecords(), bar: { atMost: 0 } },
    { what: `${how}: not ended`, value: KILLED_INCIDENTS - ended, bar: { atMost: 0 } },
  ]
}

function titleOf({ name }: Engine): string {
  return name === 'DBOS' ? `DBOS ${DBOS_VERSION}` : name
}

async function kill({ child }: BenchProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function untilEnded(store: Store, count: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs
  while (performance.now() < until) {
    if ((await store.ended().catch(() => 0)) >= count) return true
    await pause(50)
  }
  return false
}

async function lines(files: readonly string[]): Promise<number> {
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')))
  return texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
}
