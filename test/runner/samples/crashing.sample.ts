import { test } from 'node:test'

test('passes before it goes', () => {})
test('goes', () => {
  console.log('Last words.')
  process.kill(process.pid, 'SIGKILL')
})
