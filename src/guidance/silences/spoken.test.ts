import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellMatchers } from './matcher.ts'
import { readSpokenSilence } from './spoken.ts'

function read(words: string) {
  const { matchers, seconds, comment, isMeant } = readSpokenSilence(words)
  return [tellMatchers(matchers), seconds / 60, comment, isMeant]
}

test('a silence is read from how people say it: labels, a length, and why', () => {
  assert.deepEqual(read('alertname=DiskFull: new disks'), ['alertname="DiskFull"', 60, 'new disks', false])
  assert.deepEqual(read('for 1d12h alertname=~"Disk.*", node!=db-1 rack 4 is rebuilt'), [
    'alertname=~"Disk.*", node!="db-1"',
    36 * 60,
    'rack 4 is rebuilt',
    false,
  ])
  assert.deepEqual(read('alertname=Slow for a day'), ['alertname="Slow"', 24 * 60, '', false])
  assert.deepEqual(read('instance=web:9100 everything for 90m'), ['instance="web:9100"', 90, '', true])
})

test('quotes keep spaces, colons and each other; those of a phone count too', () => {
  assert.deepEqual(read('job="a: b \\"c\\"": why'), ['job="a: b \\"c\\""', 60, 'why', false])
  assert.deepEqual(read('job=“night run” known'), ['job="night run"', 60, 'known', false])
})

test('what is no matcher is the reason, and an empty value is a label that is missing', () => {
  assert.deepEqual(read('it is known'), ['', 60, 'it is known', false])
  assert.deepEqual(read(''), ['', 60, '', false])
  assert.deepEqual(read('team= nobody looks after it'), ['team=""', 60, 'nobody looks after it', false])
})
