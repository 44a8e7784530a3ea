import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'

test('passes, and an error of it is caught by nobody', async () => {
  await turn()
  void Promise.reject(new Error('Nobody caught this.'))
  await turn()
})
