/** Trouble that passes is waited out: two further attempts, not before the server says, never beyond the time left. */
import type { ModelUnavailable } from '../../ports/language-model.ts'

export type Reply =
  | { text: string }
  | { refusal: ModelUnavailable; isPassing: boolean; retryAfterMs?: number | undefined }

export type Patience = { timeLeftMs(): number; wait(milliseconds: number): Promise<unknown>; random(): number }

const FURTHER_ATTEMPTS = 2
const FIRST_PAUSE_MS = 500
const GROWTH = 4
/** Many turns are told the same second; they should not all come back in it. */
const SPREAD_MS = 250

export async function askPatiently(ask: () => Promise<Reply>, { timeLeftMs, wait, random }: Patience): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await ask()
    if ('text' in reply || !reply.isPassing || attempt === FURTHER_ATTEMPTS) return reply
    const pauseMs = pauseAfter(attempt, reply.retryAfterMs, random())
    // To wait until there is no time left to ask would only hide the reason behind a timeout.
    if (pauseMs >= timeLeftMs()) return reply
    await wait(pauseMs)
  }
}

function pauseAfter(attempt: number, retryAfterMs: number | undefined, chance: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs + chance * SPREAD_MS
  return FIRST_PAUSE_MS * GROWTH ** attempt * (0.5 + chance / 2)
}
