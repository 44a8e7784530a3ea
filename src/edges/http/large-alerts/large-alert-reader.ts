/**
 * One body may hold tens of thousands of alerts. To read it takes seconds of a thread, so it is read on another one, in
 * turn with others of its size, while everybody else is served.
 */
import { Worker } from 'node:worker_threads'
import { Problem, unavailable } from '../../../problem.ts'
import type { ReadNotification, SenderTerms } from '../../../story/alert/read-notification.ts'
import type { Reading, ReadingAnswer } from './reading.ts'

type Waiting = { bytes: number; resolve(read: ReadNotification): void; reject(error: unknown): void }

/** What may wait to be read; beyond it a sender is told to come back. */
const WAITING_BYTES_MAX = 64 * 1024 * 1024

export class LargeAlertReader {
  readonly #secrets: () => readonly string[]
  /** The thread answers in the order it was asked. */
  #waiting: Waiting[] = []
  #worker: Worker | undefined

  constructor({ secrets }: { secrets: () => readonly string[] }) {
    this.#secrets = secrets
  }

  read(bytes: Uint8Array, terms: SenderTerms): Promise<ReadNotification> {
    const waitingBytes = this.#waiting.reduce((sum, one) => sum + one.bytes, bytes.byteLength)
    if (waitingBytes > WAITING_BYTES_MAX)
      return Promise.reject(unavailable('More large notifications arrive than can be read; send this one again.'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes: bytes.byteLength, resolve, reject })
      this.#worker ??= this.#startThread()
      this.#worker.postMessage({ bytes, terms, secrets: this.#secrets() } satisfies Reading)
    })
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  /** Only when there is something to read: most services never see such a body. */
  #startThread(): Worker {
    const worker = new Worker(new URL('./reading-thread.ts', import.meta.url))
    // Whoever waits for it holds a connection, and that keeps the service awake.
    worker.unref()
    worker.on('message', (answer: ReadingAnswer) => settle(this.#waiting.shift(), answer))
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, undefined))
    return worker
  }

  /** The next one to come gets a new thread. */
  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#waiting.splice(0))
      reject(unavailable('This notification could not be read; send it again.', cause))
  }
}

function settle(waiting: Waiting | undefined, answer: ReadingAnswer): void {
  if ('read' in answer) waiting?.resolve(answer.read)
  else if ('fault' in answer) waiting?.reject(answer.fault)
  else {
    const { code, message, details } = answer.problem
    waiting?.reject(new Problem(code, message, { details }))
  }
}
