/**
 * Stops one of two instances (SIGSTOP) again and again, at random moments and at named points, for longer than its lease, and
 * wakes it; then asks store and pretend cluster whether anybody moved a hand after the run was lost.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { runSql } from '../world/sql.ts'
import type { Recorder } from '../world/wire/recorder.ts'
import { type Random, randomFrom } from './alert-mix.ts'
import { alertFor, openBrokenShop } from './broken-shop.ts'
import { type ChaosWorld, openChaosWorld, type RunningService } from './chaos-world.ts'
import { Operator } from './operator.ts'
import { untilWorkedOff } from './settle.ts'
import { workflowFaults } from './workflow-checks.ts'

export type PauseOptions = { count: number; seed: number; print: (line: string) => void; signal?: AbortSignal }

const INCIDENTS_PER_PAUSE = 3
/** Longer than the lease and than a change of the cluster may take, so that the other has said its word by then. */
const PAUSE_MS = 24_000
const LIFE_MS_MAX = 1_500
/** Around the intent and the act: where an instance that wakes would do harm. */
const POINTS = ['before do do 0', 'after intend do 0', 'fenced', 'done do do 0'] as const

export async function pauseDuringWorkflow(options: PauseOptions): Promise<boolean> {
  const count = options.count * INCIDENTS_PER_PAUSE
  const shop = await openBrokenShop(count)
  const world = await openChaosWorld({
    KUBECONFIG: shop.kubeconfig,
    ALLOWED_NAMESPACES: shop.namespaces,
    HOURLY_QUOTA: '1000000',
    DIAGNOSIS_CONCURRENCY: '6',
    VERIFY_WITHIN_SECONDS: '60',
    FIREBREAK_SECRET_KEY: 'a-key-of-the-chaos-that-is-long-enough-0123456789',
  })
  try {
    const random = randomFrom(options.seed)
    const steady = await world.startService({ PORT: '0' })
    let sleeper: RunningService | undefined
    let paused = 0
    const operator = new Operator({
      addresses: () => [steady, sleeper].flatMap((one) => (one ? [one.address] : [])),
      makeTrouble: (index) => shop.breakDeployment(index),
      count,
      alertFor,
      due: () => (paused === options.count ? count : (paused + 1) * INCIDENTS_PER_PAUSE),
    })
    operator.start()
    try {
      for (; paused < options.count; paused += 1) {
        sleeper = await sleepOnce(world, random, options.signal)
        const place = sleeper
        sleeper = undefined
        await place.stop()
      }
      await operator.untilEnded()
    } finally {
      await operator.stop()
    }
    await untilWorkedOff(world.postgres.url).catch((error: Error) => options.print(`  ${error.message}`))
    return await tell(options, world.postgres.url, shop.cluster.recorder, count)
  } finally {
    await world.close()
    await shop.close()
  }
}

/** Comes up, stands still at its point or whenever, and wakes when the other has taken everything over. */
async function sleepOnce(world: ChaosWorld, random: Random, signal?: AbortSignal): Promise<RunningService> {
  const point = random() < 0.7 ? POINTS[Math.floor(random() * POINTS.length)] : undefined
  const service = await world.startService({
    PORT: '0',
    ...(point && { FIREBREAK_FAILPOINT: `pause ${point}` }),
  })
  const until = performance.now() + (point ? 10 * LIFE_MS_MAX : random() * LIFE_MS_MAX)
  while (performance.now() < until && !(await service.isPaused())) await pause(20, undefined, signal && { signal })
  service.pause()
  await pause(PAUSE_MS, undefined, signal && { signal })
  service.goOn()
  return service
}

async function tell({ count: pauses, print }: PauseOptions, url: string, recorder: Recorder, count: number) {
  const { faults, figures } = await workflowFaults(url, recorder, count)
  const all = { ...faults, 'no hand moved after its run was lost': await lateActs(url, recorder) }
  print(`SIGSTOP of one of two instances for ${PAUSE_MS / 1000} s: ${pauses} times`)
  for (const line of figures) print(`  ${line}`)
  for (const [name, found] of Object.entries(all)) {
    print(`  ${found.length === 0 ? '✓' : '✗'} ${name}`)
    for (const fault of found.slice(0, 10)) print(`      ${fault}`)
  }
  return Object.values(all).every((found) => found.length === 0)
}

/** By what reached the cluster, not by what we wrote of it. */
async function lateActs(url: string, recorder: Recorder): Promise<string[]> {
  const unknown = await runSql(
    url,
    `SELECT incident_id, finished_at, document FROM action_attempts JOIN proposals USING (incident_id, digest) WHERE outcome = 'unknown'`,
  )
  return unknown.flatMap(({ incident_id, finished_at, document }) =>
    recorder
      .changes()
      .filter(
        ({ namespace, at }) => String(document).includes(`"namespace":"${namespace}"`) && at > (finished_at as Date),
      )
      .map(({ namespace, name }) => `${incident_id}: ${namespace}/${name} was changed after it was said to be unknown`),
  )
}
