import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitingWords } from './demo.ts'

const WAITING = { address: 'http://127.0.0.1:8000', key: undefined, id: 'INC-1', digest: 'd', hasTerminal: true }

test('who gave --confirm is told that the demo confirms in their place, and nobody else is', () => {
  assert.deepEqual(waitingWords({ ...WAITING, confirmsItself: true }), [
    'Nothing has been changed yet. You gave --confirm, so the demo now confirms the plan by itself, in your place.',
  ])
  const [asked = '', curl = '', enter = ''] = waitingWords({ ...WAITING, confirmsItself: false })
  assert.match(asked, /The plan runs only once you confirm it/)
  assert.match(curl, /curl -X POST http:\/\/127\.0\.0\.1:8000\/api\/incidents\/INC-1\/decision/)
  assert.match(enter, /press Enter here/)
})
