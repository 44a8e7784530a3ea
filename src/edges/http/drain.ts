/** Whether work is taken. Requests under way finish; new ones are told when to come back. */
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../../problem.ts'

export type Phase = 'starting' | 'running' | 'draining'

export class Doorman {
  #phase: Phase = 'starting'
  #inside = 0
  #whenEmpty: (() => void) | undefined

  get phase(): Phase {
    return this.#phase
  }

  open(): void {
    if (this.#phase === 'starting') this.#phase = 'running'
  }

  /** Resolves when the last request under way has been answered. */
  async drain(): Promise<void> {
    this.#phase = 'draining'
    if (this.#inside > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve))
  }

  watch(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      // Whoever asks once more on this connection should find another instance.
      if (this.#phase === 'draining') reply.header('connection', 'close')
      const { need, answersAlways } = request.routeOptions.config
      if (this.#phase !== 'running' && need !== undefined && !answersAlways)
        return done(unavailable(REASON[this.#phase]))
      this.#count(reply.raw)
      done()
    })
  }

  /** Whether work is taken; then one that is waited for in a stop, until its answer has ended. */
  enter(answer: NodeJS.EventEmitter): boolean {
    if (this.#phase === 'running') this.#count(answer)
    return this.#phase === 'running'
  }

  /** Counted by the socket's own end, so that a client that hangs up counts as answered. */
  #count(answer: NodeJS.EventEmitter): void {
    this.#inside += 1
    answer.once('close', () => {
      this.#inside -= 1
      if (this.#inside === 0) this.#whenEmpty?.()
    })
  }
}

const REASON = {
  starting: 'The service is starting and its store cannot be reached yet; try again.',
  draining: 'The service is stopping; try again, on another instance if there is one.',
} as const
