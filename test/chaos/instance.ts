/** One of two instances: it is begun, aimed at a point, broken and begun again, on a network, a clock and a build of its own. */
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'pg-connection-string'
import type { TcpProxy } from '../world/tcp-proxy.ts'
import type { ChaosWorld, SpawnedService } from './chaos-world.ts'
import type { JumpingClock } from './jumping-clock.ts'

type Parts = { world: ChaosWorld; proxy: TcpProxy; clock?: JumpingClock | undefined; newerRoot?: string | undefined }

const LOOK_MS = 20

export class Instance {
  readonly proxy: TcpProxy
  readonly clock: JumpingClock | undefined
  isNewer = false
  address = ''
  /** Where it stands still until it is told to go on. */
  aims = ''
  readonly #world: ChaosWorld
  readonly #newerRoot: string | undefined
  #service: SpawnedService | undefined

  constructor({ world, proxy, clock, newerRoot }: Parts) {
    this.#world = world
    this.proxy = proxy
    this.clock = clock
    this.#newerRoot = newerRoot
  }

  /** Resolves when it takes its part of the work, or when it stands at a point before. */
  async begin(aims = ''): Promise<void> {
    this.aims = aims
    const service = this.#world.spawnService(this.#environment(), this.isNewer ? this.#newerRoot : undefined)
    this.#service = service
    const serving = service.ready.then(({ address }) => {
      if (this.#service === service) this.address = address
    })
    await Promise.race([serving.then(() => service.atWork), this.#untilStill(service)])
  }

  get isAlive(): boolean {
    return this.#service !== undefined && this.#service.end() === undefined
  }

  async isStill(): Promise<boolean> {
    return (await this.#service?.isPaused()) === true
  }

  /** The named point it stands at. */
  get point(): string | undefined {
    return this.#service?.point()
  }

  /** Resolves when it is known to stand still. */
  async standStill(): Promise<void> {
    this.#service?.pause()
    while (this.isAlive && !(await this.isStill())) await pause(LOOK_MS)
  }

  goOn(): void {
    this.#service?.goOn()
  }

  async kill(): Promise<void> {
    await this.#service?.kill()
  }

  async stop(): Promise<void> {
    await this.#service?.stop()
  }

  async #untilStill(service: SpawnedService): Promise<void> {
    while (service.end() === undefined && !(await service.isPaused())) await pause(LOOK_MS)
    // Whoever has ended never served, and says so himself.
    if (service.end() !== undefined) await service.ready
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      PORT: '0',
      GATHER_SECONDS: '0',
      DATABASE_URL: this.#storeUrl(),
      FIREBREAK_FAILPOINT: this.aims,
      ...this.clock?.environment,
    }
  }

  /** The build is told to the store in a word of our own, so that the store can write it down. */
  #storeUrl(): string {
    const { user, database } = parse(this.#world.postgres.url)
    const options = new URLSearchParams({ options: `-c chaos.build=${this.isNewer ? 'newer' : 'older'}` })
    return `postgresql://${user}@127.0.0.1:${this.proxy.port}/${database}?${String(options).replaceAll('+', '%20')}`
  }
}
