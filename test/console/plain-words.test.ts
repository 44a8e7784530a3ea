/** What the console leaves unsaid because it was said, and what it says of a refusal in place of the words of a program. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHeading, unsaid } from '../../console/src/pages/incident/alert-words.ts'
import { tellProblem } from '../../console/src/server/problem-words.ts'

test('an alert repeats neither the heading of its page, nor its own message, nor the fingerprint below', () => {
  const incident = { title: 'The disk is full', description: 'The disk is full\n', fingerprint: 'f1' }
  assert.ok(isHeading(incident, incident.description))
  assert.ok(!isHeading(incident, 'The disk is full of logs'))
  const labels = { alertname: 'DiskFull', fingerprint: 'f1', host: 'db-1' }
  const annotations = { summary: 'The disk is full', runbook: 'free it' }
  assert.deepEqual(unsaid({ name: 'DiskFull', labels, annotations }, incident), { host: 'db-1', runbook: 'free it' })
  const other = { name: 'Disk', labels: { alertname: 'DiskFull', fingerprint: 'f2' }, annotations: {} }
  assert.deepEqual(unsaid(other, incident), other.labels, 'what differs is said')
})

test('a refusal is told in words of people, and one nobody foresaw as it came', () => {
  const told: [program: string, person: string][] = [
    ['is required', 'is required'],
    ['must NOT have more than 500 characters', 'must not be longer than 500 characters'],
    ['must NOT have fewer than 1 items', 'must have at least 1 entries'],
    ['must be string or null', 'must be a text or nothing'],
    ['must be integer', 'must be a whole number'],
    ['must be >= 0', 'must be at least 0'],
    ['must be one of a, b', 'must be one of a, b'],
    ['must be an integer greater than 0', 'must be an integer greater than 0'],
  ]
  for (const [program, person] of told) assert.equal(tellProblem(program), person)
})
