/**
 * Breaks one of two instances, or their store, again and again, at random moments and at named points, while incidents are
 * diagnosed, confirmed, executed and verified; then asks the store and what it acted on whether every promise was kept.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Random, randomFrom } from './alert-mix.ts'
import { alertFor } from './broken-shop.ts'
import { type Counts, FAULTS, type Fault, type FaultName, faultsOf, type Site } from './faults.ts'
import { openStoreDisk } from './full-disk.ts'
import type { Instance } from './instance.ts'
import { CLOCK_MISSING } from './jumping-clock.ts'
import { lockAlertFor } from './locked-shop.ts'
import { recordHolders } from './newer-build.ts'
import { Operator } from './operator.ts'
import { aimsBy, POINTS } from './points.ts'
import { untilWorkedOff } from './settle.ts'
import { clusterDeeds, databaseDeeds, workflowFaults } from './workflow-checks.ts'
import { openStage, type Stage } from './workflow-stage.ts'

export type WorkflowOptions = {
  /** They come in random order. */
  counts: Counts
  seed: number
  print: (line: string) => void
  signal?: AbortSignal
  /** So much shorter is each fault, and so many fewer incidents are sent, where only its passing matters. */
  pace?: number
}

/** With every fault so many more are sent, so that there is something under way to be broken until the last. */
const INCIDENTS_PER_FAULT = 2
const INCIDENTS_MIN = 12
/** How long an instance lives before it is broken at a random moment, and how long it has to get to its point. */
const LIFE_MS_MAX = 1_500
const AIM_MS_MAX = 6_000
const AIMED_SHARE = 0.7
/** After so many faults the two change places. */
const SWAP_EVERY = 9
const LOOK_MS = 20
/** Of so many incidents one is on the database; there is one at a time, because they share a server. */
const DATABASE_EVERY = 8

export async function breakDuringWorkflow(options: WorkflowOptions): Promise<boolean> {
  const count = Math.max(INCIDENTS_MIN, Math.ceil((total(options) * INCIDENTS_PER_FAULT) / (options.pace ?? 1)))
  const stage = await openStage(options.counts, count)
  try {
    return await new WorkflowChaos(options, stage).run()
  } finally {
    await stage.close()
  }
}

function total({ counts }: Pick<WorkflowOptions, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

class WorkflowChaos {
  readonly #options: WorkflowOptions
  readonly #stage: Stage
  readonly #random: Random
  readonly #deck: FaultName[]
  /** How often each point was met by a fault. */
  readonly #hits = new Map<string, number>()
  #struck = 0
  /** As many shares of the incidents are sent: each once the one to be broken is there to take its part. */
  #shares = 1

  constructor(options: WorkflowOptions, stage: Stage) {
    this.#options = options
    this.#stage = stage
    this.#random = randomFrom(options.seed)
    this.#deck = shuffled(this.#random, faultsOf(options.counts))
  }

  async run(): Promise<boolean> {
    const { world, instances, count } = this.#stage
    const began = performance.now()
    const faults = this.#deck.length
    await Promise.all(instances.map((instance, at) => instance.begin(at === 0 ? this.#aims() : '')))
    const disk = await openStoreDisk(world.postgres.url)
    await recordHolders(world.postgres.url)
    const operator = new Operator({
      addresses: () => instances.map(({ address }) => address),
      makeTrouble: (index) => this.#makeTrouble(index),
      count,
      due: () => (this.#struck === faults ? count : Math.ceil((this.#shares * count) / faults)),
    })
    operator.start()
    try {
      await this.#breakEach({ world, disk, operator, random: this.#random, wait: this.#wait })
      await this.#liveOn()
      await this.#passPointsUntil(operator.untilEnded().then(() => this.#untilWorkedOff()))
    } finally {
      await operator.stop()
    }
    return this.#tell(operator, (performance.now() - began) / 1000)
  }

  /** Mostly on the cluster, now and then on the database. */
  async #makeTrouble(index: number): Promise<Record<string, unknown>> {
    const { shop, database } = this.#stage
    if (index % DATABASE_EVERY === 1) {
      await database.lock()
      return lockAlertFor(index)
    }
    shop.breakDeployment(index)
    return alertFor(index)
  }

  async #breakEach(site: Omit<Site, 'victim' | 'other'>): Promise<void> {
    let [victim, other] = this.#stage.instances as [Instance, Instance]
    for (const name of this.#deck) {
      if (this.#struck > 0 && this.#struck % SWAP_EVERY === 0) [victim, other] = await this.#swap(victim, other)
      await this.#strike(name, { ...site, victim, other })
      this.#struck += 1
      if (this.#struck % 20 === 0) this.#tellProgress(await site.operator.ended())
    }
  }

  /** In clean hand-overs, so that never both are broken at once. */
  async #swap(victim: Instance, other: Instance): Promise<[Instance, Instance]> {
    await this.#beginAnew(victim)
    await this.#beginAnew(other, this.#aims())
    return [other, victim]
  }

  async #beginAnew(instance: Instance, aims = ''): Promise<void> {
    await instance.stop()
    await instance.begin(aims)
  }

  async #strike(name: FaultName, site: Site): Promise<void> {
    const { victim } = site
    const fault: Fault = FAULTS[name]
    if (!victim.isAlive) await victim.begin(this.#aims())
    this.#shares += 1
    await this.#untilDue(victim)
    await fault.putOn(site)
    if (!fault.isAsleep) victim.goOn()
    await this.#hold(victim, fault)
    await fault.takeAway?.(site)
  }

  /** The one at a point, the next at a random moment. */
  async #untilDue(victim: Instance): Promise<void> {
    const isAimed = this.#random() < AIMED_SHARE
    const patienceMs = (isAimed ? AIM_MS_MAX : this.#random() * LIFE_MS_MAX) / (this.#options.pace ?? 1)
    const until = performance.now() + patienceMs
    while (performance.now() < until && !(await victim.isStill())) await this.#wait(LOOK_MS)
    // What it said last before it stood still may still be on its way.
    while (victim.point === undefined && performance.now() < until + AIM_MS_MAX && (await victim.isStill()))
      await this.#wait(LOOK_MS)
    const { point } = victim
    if (point !== undefined && (await victim.isStill())) this.#hits.set(point, (this.#hits.get(point) ?? 0) + 1)
  }

  /** A point on the way holds nobody up who is to be broken while it works. */
  async #hold(victim: Instance, { lastsSeconds, isAsleep }: Fault): Promise<void> {
    const until = performance.now() + (lastsSeconds * 1000) / (this.#options.pace ?? 1)
    do {
      if (!isAsleep && (await victim.isStill())) victim.goOn()
      await this.#wait(LOOK_MS)
    } while (performance.now() < until)
  }

  #aims(): string {
    return aimsBy(this.#random, this.#hits)
  }

  /** In the newer build where one was there: nobody else understands what it left. */
  async #liveOn(): Promise<void> {
    const { instances } = this.#stage
    const isNewer = instances.some((instance) => instance.isNewer)
    for (const instance of instances) {
      if (instance.isAlive && instance.isNewer === isNewer) continue
      instance.isNewer = isNewer
      await this.#beginAnew(instance)
    }
  }

  /** Nothing is broken any more, and nobody is held up. */
  async #passPointsUntil(rest: Promise<void>): Promise<void> {
    let isOver = false
    const over = rest.finally(() => {
      isOver = true
    })
    while (!isOver) {
      for (const instance of this.#stage.instances) if (await instance.isStill()) instance.goOn()
      await pause(LOOK_MS)
    }
    await over
  }

  /** An incident has ended a moment before its run has, and a run whose instance is dead waits for the lease to end. */
  async #untilWorkedOff(): Promise<void> {
    const { print } = this.#options
    await untilWorkedOff(this.#stage.world.postgres.url).catch((error: Error) => print(`  ${error.message}`))
  }

  readonly #wait = (ms: number) => pause(ms, undefined, this.#options.signal && { signal: this.#options.signal })

  #tellProgress(ended: number): void {
    this.#options.print(`  ${this.#struck} faults, ${ended} of ${this.#stage.count} incidents ended`)
  }

  async #tell(operator: Operator, seconds: number): Promise<boolean> {
    const { print, counts } = this.#options
    const { world, shop, database, count } = this.#stage
    const kinds = Object.entries(counts).map(([name, often]) => `${often} ${name}`)
    print(`one of two instances: ${kinds.join(', ')} in ${seconds.toFixed(0)} s`)
    const atPoint = [...this.#hits.values()].reduce((sum, often) => sum + often, 0)
    print(`  ${atPoint} of them at ${this.#hits.size} of ${POINTS.length} named points`)
    if (counts['clock-jumps'] && !this.#stage.instances[0]?.clock) print(`  ${CLOCK_MISSING}`)
    const deeds = [...clusterDeeds(shop.cluster.recorder), ...databaseDeeds(database.endings())]
    const { switchedOff } = operator
    const { faults, figures } = await workflowFaults({ url: world.postgres.url, deeds, count, switchedOff })
    for (const line of figures) print(`  ${line}`)
    for (const [name, found] of Object.entries(faults)) {
      print(`  ${found.length === 0 ? '✓' : '✗'} ${name}`)
      for (const fault of found.slice(0, 10)) print(`      ${fault}`)
    }
    return Object.values(faults).every((found) => found.length === 0)
  }
}

function shuffled<T>(random: Random, values: readonly T[]): T[] {
  return values
    .map((value) => [random(), value] as const)
    .sort(([one], [other]) => one - other)
    .map(([, value]) => value)
}
