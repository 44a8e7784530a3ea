import { once } from 'node:events'
import { join } from 'node:path'
import { ADMIN_KEY, type BenchProcess, type BenchWorld } from './world.ts'

/** What the store holds: how many events, and the sum of their numbers. */
export type Expected = { count: number; ids: number }
export type ReadersAsked = { open?: number; stall?: number; forget?: boolean; report?: Expected }

export type ReadersReport = {
  healthy: number
  /** Healthy readers that have seen exactly what the store holds. */
  complete: number
  p50Ms: number
  p99Ms: number
  /** Events that came twice, or after a later one. */
  disorder: number
  reconnections: number
  cutWhileStalled: number
}

const SCRIPT = join(import.meta.dirname, 'stream-readers.ts')

export class Readers {
  readonly #process: BenchProcess

  constructor(world: BenchWorld, address: string) {
    this.#process = world.startProcess(SCRIPT, [address.replace('localhost', '127.0.0.1'), ADMIN_KEY])
  }

  async ask(asked: ReadersAsked): Promise<void> {
    await this.#exchange(asked)
  }

  async report(expected: Expected): Promise<ReadersReport> {
    return (await this.#exchange({ report: expected })) as ReadersReport
  }

  async #exchange(asked: ReadersAsked): Promise<unknown> {
    const answered = once(this.#process.child, 'message', { signal: AbortSignal.timeout(300_000) })
    this.#process.child.send(asked)
    const [answer] = await answered
    return answer
  }

  stop(): Promise<void> {
    return this.#process.stop()
  }
}
