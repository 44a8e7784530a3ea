import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskCommands } from './command-secrets.ts'

const CASES: readonly (readonly [said: string, masked: string])[] = [
  ['mysql -h db -u root -pRootPw123 fails', 'mysql -h db -u root -p[redacted] fails'],
  ["sshpass -p 'sshPw11' ssh host fails", "sshpass -p '[redacted]' ssh host fails"],
  ['curl -s -u admin:basicPw99 https://x/y failed', 'curl -s -u admin:[redacted] https://x/y failed'],
]

for (const [said, masked] of CASES)
  test(`masked: ${masked}`, () => {
    assert.equal(maskCommands(said), masked)
    assert.equal(maskCommands(masked), masked)
  })

test('what only looks alike stays', () => {
  for (const text of [
    'ssh -p 2222 host',
    'mysql -P 3306 -u root',
    'curl -u admin https://x',
    'Die Kennwort-Regel gilt',
  ])
    assert.equal(maskCommands(text), text)
})
