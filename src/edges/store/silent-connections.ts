/**
 * Connections over which an answer is awaited and not a byte comes. A slow statement looks like that, and so does a connection
 * that only we still believe in (a host that vanished, a firewall that forgot). The store is asked, over a connection of its
 * own, whether it is at work for us; where it is not, ours is torn down, and its callers know within seconds.
 */
import type pg from 'pg'

const LOOK_MS = 500
/** Longer than nearly every statement of ours takes, so that hardly anything is asked in good times. */
const SILENT_MS = 2_000
/** Where the store cannot be asked either, and that twice: a busy one may be slow to let anybody in. */
const LOST_MS = 8_000

export type Inquiry = (processIds: readonly number[]) => Promise<ReadonlySet<number>>

type Watched = {
  client: pg.Client
  /** Statements without their answer. */
  open: number
  bytesRead: number
  heardAt: number
  /** The store said that it does nothing for us; once more and it is torn down. */
  isDoubted: boolean
}

export class SilentConnections {
  readonly #watched = new Set<Watched>()
  readonly #idleOf: Inquiry
  readonly #timer: NodeJS.Timeout
  #isAsking = false

  /** `idleOf` answers which of our sessions the store is doing nothing for, and rejects where it cannot be asked. */
  constructor(idleOf: Inquiry) {
    this.#idleOf = idleOf
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref()
  }

  watch(client: pg.Client): void {
    const watched = { client, open: 0, bytesRead: 0, heardAt: 0, isDoubted: false }
    this.#watched.add(watched)
    client.once('end', () => this.#watched.delete(watched))
    countOpen(watched)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const now = performance.now()
    for (const watched of this.#watched) listen(watched, now)
    const silent = [...this.#watched].filter(({ open, heardAt }) => open > 0 && now - heardAt >= SILENT_MS)
    if (silent.length === 0 || this.#isAsking) return
    this.#isAsking = true
    const idle = await this.#idleOf(silent.map(({ client }) => processIdOf(client))).catch(() => undefined)
    this.#isAsking = false
    for (const watched of silent) this.#judge(watched, idle)
  }

  #judge(watched: Watched, idle: ReadonlySet<number> | undefined): void {
    const now = performance.now()
    listen(watched, now)
    const silentMs = watched.open > 0 ? now - watched.heardAt : 0
    if (silentMs < SILENT_MS) return
    const isIdle = idle?.has(processIdOf(watched.client))
    // Doubted once, its answer may be under way at this very moment.
    if (isIdle === undefined ? silentMs >= LOST_MS : isIdle && watched.isDoubted) tearDown(watched)
    watched.isDoubted = isIdle === true
    // The store's word is as good as a byte: a slow statement is asked about now and then, and not all the time.
    if (isIdle === false) watched.heardAt = now
  }
}

/** Counts what is asked and not answered, whichever way the driver is asked. */
function countOpen(watched: Watched): void {
  const { client } = watched
  const ask = client.query.bind(client) as (...given: unknown[]) => unknown
  const begin = () => {
    if (watched.open === 0) watched.heardAt = performance.now()
    watched.open += 1
  }
  const end = () => {
    watched.open -= 1
  }
  const counted = (...given: unknown[]) => {
    begin()
    const callback = given.at(-1)
    if (typeof callback !== 'function') return (ask(...given) as Promise<unknown>).finally(end)
    const answer = (...what: unknown[]) => {
      end()
      return callback(...what)
    }
    return ask(...given.slice(0, -1), answer)
  }
  client.query = counted as pg.Client['query']
}

function listen(watched: Watched, now: number): void {
  const bytesRead = socketOf(watched.client)?.bytesRead ?? 0
  if (bytesRead === watched.bytesRead) return
  Object.assign(watched, { bytesRead, heardAt: now, isDoubted: false })
}

/** The driver rejects what was asked over it as "terminated", and the pool forgets it. */
function tearDown({ client }: Watched): void {
  socketOf(client)?.destroy()
}

type Insides = { connection?: { stream?: { bytesRead: number; destroy(): void } }; processID?: number | null }

function socketOf(client: pg.Client) {
  return (client as unknown as Insides).connection?.stream
}

function processIdOf(client: pg.Client): number {
  return (client as unknown as Insides).processID ?? 0
}
