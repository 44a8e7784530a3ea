/**
 * Answers what people ask, a few at a time. A question stands in the store before its asker hears of it; whoever takes it
 * holds it while he works, and one whose instance died is taken by another.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'
import { type Answer, type AskedAbout, type HeldQuestion, type QuestionStore, sayAnswer } from '../incident/question.ts'

type Parts = {
  instanceId: string
  store: QuestionStore
  find(incidentId: string): Promise<AskedAbout | undefined>
  answer(about: AskedAbout, question: HeldQuestion, signal: AbortSignal): Promise<Answer>
  log: Log
}

const LOOK_MS = 5_000
const HOLD_SECONDS = 30
const RENEW_MS = 8_000
const AT_ONCE = 3
/** Longer than a model's turn may take twice over. */
const ANSWER_MS_MAX = 900_000
const ATTEMPTS_MAX = 3
const FINISH_MS = 5_000

const FAILED: Answer = {
  text: 'This question could not be answered.',
  by: 'records',
  findings: [],
  note: 'Firebreak failed over it again and again; the log says why.',
}

export class Answerer {
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  readonly #atWork = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => this.nudge(), LOOK_MS).unref()
    this.nudge()
  }

  /** What is under way is let go of; somebody else, or we after the restart, answers it. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    const patience = new AbortController()
    await Promise.race([
      Promise.all([this.#looking, ...this.#atWork]),
      pause(FINISH_MS, undefined, patience).catch(() => 'All is done.'),
    ])
    patience.abort()
  }

  /** There may be something to answer. */
  nudge(): void {
    if (this.#stopping.signal.aborted || this.#timer === undefined) return
    this.#looking ??= this.#look()
      // The store is away, which its own watch tells; the next look finds all that is open.
      .catch((error) =>
        this.#parts.log.debug({ error: (error as Error).message }, 'Questions could not be looked for.'),
      )
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #look(): Promise<void> {
    while (this.#atWork.size < AT_ONCE && !this.#stopping.signal.aborted) {
      const question = await this.#parts.store.take(this.#parts.instanceId, HOLD_SECONDS)
      if (!question) return
      const work = this.#answer(question).finally(() => {
        this.#atWork.delete(work)
        this.nudge()
      })
      this.#atWork.add(work)
    }
  }

  async #answer(question: HeldQuestion): Promise<void> {
    const { store, log } = this.#parts
    const lost = new AbortController()
    const keeping = setInterval(() => void this.#keep(question, lost), RENEW_MS).unref()
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal, AbortSignal.timeout(ANSWER_MS_MAX)])
    try {
      const answer = question.attempts > ATTEMPTS_MAX ? FAILED : await this.#think(question, signal)
      await store.answer(question, answer, sayAnswer(answer))
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        log.warn({ incident: question.incidentId, error: (error as Error).message }, 'A question was not answered.')
      // A hold that cannot be given back runs out by itself.
      await store.release(question).catch(() => undefined)
    } finally {
      clearInterval(keeping)
    }
  }

  async #think(question: HeldQuestion, signal: AbortSignal): Promise<Answer> {
    const about = await this.#parts.find(question.incidentId)
    return about ? this.#parts.answer(about, question, signal) : FAILED
  }

  async #keep(question: HeldQuestion, lost: AbortController): Promise<void> {
    // A store that does not answer decides nothing: the hold runs out, and what is written then is refused.
    const isOurs = await this.#parts.store.keep(question, HOLD_SECONDS).catch(() => true)
    if (!isOurs) lost.abort(new Error('Somebody else answers this question now.'))
  }
}
