/**
 * Kills two instances again and again, at random moments and at named points, while incidents are diagnosed, confirmed,
 * executed and verified; then asks store and pretend cluster whether every promise was kept.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Random, randomFrom } from './alert-mix.ts'
import { alertFor, type BrokenShop, openBrokenShop } from './broken-shop.ts'
import { type ChaosWorld, openChaosWorld, type RunningService } from './chaos-world.ts'
import { Operator } from './operator.ts'
import { untilWorkedOff } from './settle.ts'
import { workflowFaults } from './workflow-checks.ts'

export type WorkflowOptions = { kills: number; seed: number; print: (line: string) => void; signal?: AbortSignal }

/** With every kill so many more are sent, so that there is something under way to be killed in until the last. */
const INCIDENTS_PER_KILL = 3
const LIFE_MS_MAX = 1_500
/** Where a crash hurts most: around the intent, the act and their records, and around every ending. */
const POINTS = [
  'before propose',
  'done propose',
  'writing conclude',
  'after conclude',
  'before start',
  'after start',
  'before do do 0',
  'writing intend do 0',
  'after intend do 0',
  'done do do 0',
  'writing do do 0',
  'after do do 0',
  'writing finish do 0',
  'after finish do 0',
  'writing executed',
  'after executed',
  'before verify',
  'done verify',
  'writing verified',
  'after verified',
  'before look at the clock',
  'after tell the findings',
] as const

export async function killDuringWorkflow(options: WorkflowOptions): Promise<boolean> {
  const count = Math.max(20, Math.ceil(options.kills * INCIDENTS_PER_KILL))
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
    return await run(options, shop, world, count)
  } finally {
    await world.close()
    await shop.close()
  }
}

async function run(options: WorkflowOptions, shop: BrokenShop, world: ChaosWorld, count: number): Promise<boolean> {
  const { print, kills } = options
  const random = randomFrom(options.seed)
  const began = performance.now()
  const instances = [new Instance(world, random), new Instance(world, random)]
  await Promise.all(instances.map((instance) => instance.begin()))
  let killed = 0
  const operator = new Operator({
    addresses: () => instances.map(({ address }) => address),
    makeTrouble: (index) => shop.breakDeployment(index),
    count,
    alertFor,
    due: () => (killed === kills ? count : (killed + 2) * INCIDENTS_PER_KILL),
  })
  operator.start()
  try {
    while (killed < kills) {
      // One at a time: what the dead one held is free when its lease has run out, and the other carries on.
      await (instances[Math.floor(random() * instances.length)] as Instance).liveAndDie(options.signal)
      killed += 1
      if (killed % 20 === 0) print(`  ${killed} kills, ${await operator.ended()} of ${count} incidents ended`)
    }
    await Promise.all(instances.map((instance) => instance.liveOn()))
    await operator.untilEnded()
  } finally {
    await operator.stop()
  }
  // An incident has ended a moment before its run has, and a run whose instance is dead waits for the lease to end.
  await untilWorkedOff(world.postgres.url).catch((error: Error) => print(`  ${error.message}`))
  const points = instances.flatMap(({ diedAt }) => diedAt)
  print(
    `kill -9 of one of two instances: ${kills} times in ${((performance.now() - began) / 1000).toFixed(0)} s, ${points.length} of them at ${new Set(points).size} named points`,
  )
  const { faults, figures } = await workflowFaults(world.postgres.url, shop.cluster.recorder, count)
  for (const line of figures) print(`  ${line}`)
  for (const [name, found] of Object.entries(faults)) {
    print(`  ${found.length === 0 ? '✓' : '✗'} ${name}`)
    for (const fault of found.slice(0, 10)) print(`      ${fault}`)
  }
  return Object.values(faults).every((found) => found.length === 0)
}

/** One of the two, which dies and comes back. */
class Instance {
  readonly #world: ChaosWorld
  readonly #random: Random
  #service: RunningService | undefined
  #point = ''
  address = ''
  readonly diedAt: string[] = []

  constructor(world: ChaosWorld, random: Random) {
    this.#world = world
    this.#random = random
  }

  /** Half of the lives end at a named point, if it is reached in time; the others end whenever they end. */
  async begin(): Promise<void> {
    this.#point = this.#random() < 0.5 ? (POINTS[Math.floor(this.#random() * POINTS.length)] ?? '') : ''
    this.#service = await this.#startPatiently()
    this.address = this.#service.address
  }

  async liveAndDie(signal?: AbortSignal): Promise<void> {
    const until = performance.now() + (this.#point === '' ? this.#random() * LIFE_MS_MAX : LIFE_MS_MAX)
    while (performance.now() < until && !this.#service?.end()) await pause(20, undefined, signal && { signal })
    if (this.#point !== '' && this.#service?.end()) this.diedAt.push(this.#point)
    await this.#service?.kill()
    await this.begin()
  }

  /** Without a point: nobody would start it again, and what it held would wait for ever. */
  async liveOn(): Promise<void> {
    if (this.#point === '') return
    if (this.#service?.end()) this.diedAt.push(this.#point)
    await this.#service?.kill()
    this.#point = ''
    this.#service = await this.#startPatiently()
    this.address = this.#service.address
  }

  /** The point may be reached before it serves: then it has died there, and starts without one. */
  async #startPatiently(): Promise<RunningService> {
    try {
      return await this.#world.startService({ FIREBREAK_FAILPOINT: this.#point, PORT: '0' })
    } catch {
      this.diedAt.push(this.#point)
      this.#point = ''
      return this.#world.startService({ PORT: '0' })
    }
  }
}
