import { spawn } from 'node:child_process'
import { test } from 'node:test'

test('passes, and is never done closing', async (t) => {
  spawn('sleep', ['1000'])
  t.after(() => new Promise(() => {}))
})

test('is never reached', () => {})
