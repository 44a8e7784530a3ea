import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClearedStep } from '../incident/wanted-step.ts'
import { type ProposalParts, propose } from './propose.ts'

const WANTED = [{ plugin: 'restart_pod', parameters: {}, why: 'it hangs' }] as unknown as ClearedStep[]

/** A look at the live system that fails in these words. */
function partsThatFail(failure: () => Error): ProposalParts {
  const intend = async () => {
    throw failure()
  }
  return { door: { intend }, remediation: () => undefined } as unknown as ProposalParts
}

const wish = (signal: AbortSignal) => ({ wanted: WANTED, description: '', purpose: 'remedy' as const, signal })

test('a plan that is broken off because the service stops is no refusal', async () => {
  const stopping = new AbortController()
  const parts = partsThatFail(() => {
    stopping.abort()
    return new Error('This operation was aborted')
  })
  await assert.rejects(propose(parts, wish(stopping.signal)), { name: 'AbortError' })
})

test('what cannot be done is refused in the words of the system', async () => {
  const parts = partsThatFail(() => new Error('There is no pod web-1.'))
  const attempt = await propose(parts, wish(new AbortController().signal))
  assert.deepEqual('refusals' in attempt && attempt.refusals.map(({ reason, sentence }) => [reason, sentence]), [
    ['not_possible', 'There is no pod web-1.'],
  ])
})
