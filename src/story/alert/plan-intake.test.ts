import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleared, firing, groupOf, ruleIn } from '../../../test/world/alerts.ts'
import { type Holder, planIntake } from './plan-intake.ts'
import { readAlert } from './read-alert.ts'

function read(body: unknown) {
  return readAlert(body, { senderIsAlertBot: false, via: 'api' })
}

function plan(bodies: unknown[], held: Record<string, Holder> = {}) {
  let number = 0
  return planIntake(bodies.map(read), new Map(Object.entries(held)), () => {
    number += 1
    return `new ${number}`
  })
}

function open(incidentId: string, seq: bigint): Holder {
  return { incidentId, seq, isOpen: true, fingerprint: 'first' }
}

function closed(incidentId: string, seq: bigint): Holder {
  return { incidentId, seq, isOpen: false, fingerprint: 'first' }
}

test('alerts nobody stands for open one incident for the whole notification', () => {
  const { opened, claims, answers, fired } = plan([firing('a', 'b')])
  assert.deepEqual(answers, [{ incidentId: 'new 1', outcome: 'opened' }])
  assert.equal(opened.length, 1)
  assert.deepEqual(
    [...claims],
    [
      ['a', 'new 1'],
      ['b', 'new 1'],
    ],
  )
  assert.deepEqual([...fired.keys()], ['new 1 a', 'new 1 b'])
})

test('two identical notifications in one group make one incident, the second counts', () => {
  const { opened, answers, repeats } = plan([firing('a'), firing('a')])
  assert.equal(opened.length, 1)
  assert.deepEqual(
    answers.map(({ outcome }) => outcome),
    ['opened', 'joined'],
  )
  assert.equal(repeats.get('new 1')?.count, 1)
})

test('of several open incidents each is updated, the oldest is named, and new alerts join it', () => {
  const held = { young: open('Y', 9n), old: open('O', 3n) }
  const { opened, claims, answers, repeats, fired } = plan([firing('young', 'fresh', 'old')], held)
  assert.equal(opened.length, 0)
  assert.deepEqual(answers, [{ incidentId: 'O', outcome: 'joined' }])
  assert.deepEqual([...repeats.keys()].sort(), ['O', 'Y'])
  assert.deepEqual([...claims], [['fresh', 'O']])
  assert.deepEqual([...fired.keys()].sort(), ['O fresh', 'O old', 'Y young'])
})

test('an alert that is over still leads its group to the incident it belongs to', () => {
  const group = groupOf([{ fingerprint: 'a', status: 'resolved' }, { fingerprint: 'b' }])
  const { answers, claims, cleared: over } = plan([group], { a: open('X', 1n) })
  assert.deepEqual(answers, [{ incidentId: 'X', outcome: 'joined' }])
  assert.deepEqual([...claims], [['b', 'X']])
  assert.deepEqual([...over.keys()], ['X a'])
})

test('an alert that is over and was never known is claimed by nobody', () => {
  const group = groupOf([{ fingerprint: 'a', status: 'resolved' }, { fingerprint: 'b' }])
  const { claims, fired, cleared: over } = plan([group])
  assert.deepEqual([...claims.keys()], ['b'])
  assert.deepEqual([...fired.keys(), ...over.keys()], ['new 1 b'])
})

test('a repeat of what needs no work only counts where it is', () => {
  const { opened, answers, repeats, claims } = plan([firing('a')], { a: closed('X', 1n) })
  assert.deepEqual(answers, [{ incidentId: 'X', outcome: 'counted' }])
  assert.equal(repeats.get('X')?.count, 1)
  assert.deepEqual([opened.length, claims.size], [0, 0])
})

test('a new alert beside one that needs no work opens an incident of its own', () => {
  const { answers, claims, repeats, fired } = plan([firing('a', 'b')], { a: closed('X', 1n) })
  assert.deepEqual(answers, [{ incidentId: 'new 1', outcome: 'opened' }])
  assert.deepEqual([...claims], [['b', 'new 1']])
  assert.deepEqual([...repeats.keys()], ['X'])
  assert.deepEqual([...fired.keys()], ['X a', 'new 1 b'])
})

test('the end of what needs no work is no repeat of it', () => {
  const group = groupOf([{ fingerprint: 'a', status: 'resolved' }, { fingerprint: 'b' }])
  const { repeats, cleared: over } = plan([group], { a: closed('X', 1n) })
  assert.deepEqual([...repeats.keys()], [])
  assert.deepEqual([...over.keys()], ['X a'])
})

test('an open incident is joined before a closed one that is older', () => {
  const { answers } = plan([firing('a', 'b')], { a: closed('X', 1n), b: open('Y', 2n) })
  assert.deepEqual(answers, [{ incidentId: 'Y', outcome: 'joined' }])
})

test('what clears names the incident it clears, and nothing where nobody stands for it', () => {
  const { answers } = plan([cleared('a'), cleared('b')], { a: open('X', 1n) })
  assert.deepEqual(answers, [
    { incidentId: 'X', outcome: 'cleared' },
    { incidentId: '', outcome: 'unknown' },
  ])
})

test('a state that neither fires nor clears does nothing to the incident of its rule', () => {
  const {
    opened,
    answers,
    repeats,
    fired,
    cleared: over,
  } = plan([ruleIn('paused')], { 'dashboard:1:rule:7': open('X', 1n) })
  assert.deepEqual(answers, [{ incidentId: 'X', outcome: 'nothing' }])
  assert.deepEqual([opened.length, repeats.size, fired.size, over.size], [0, 0, 0, 0])
})

test('a group key joins only where alerts carry no fingerprint', () => {
  const bare = { labels: { alertname: 'A', pod: 'p-1' } }
  const other = { labels: { alertname: 'A', pod: 'p-2' } }
  const without = plan([groupOf([bare], 'g'), groupOf([other], 'g')])
  assert.equal(without.opened.length, 1)
  const withOne = plan([groupOf([{ fingerprint: 'a' }], 'g'), groupOf([{ fingerprint: 'b' }], 'g')])
  assert.equal(withOne.opened.length, 2)
})

test('a notification of five thousand alerts is planned in one glance at each', () => {
  const group = groupOf(Array.from({ length: 5_000 }, (_, index) => ({ fingerprint: `f${index}` })))
  let glances = 0
  const alert = read(group)
  const members = new Proxy(alert.members, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) glances += 1
      return Reflect.get(target, name)
    },
  })
  const { claims } = planIntake([{ ...alert, members }], new Map(), () => 'new')
  assert.equal(claims.size, 5_000)
  assert.ok(glances < 5_000 * 20, `${glances} glances`)
})

const stated = (fingerprint: string, severity: string, summary = fingerprint) => ({
  fingerprint,
  labels: { severity },
  annotations: { summary },
})

test('each open incident is told the worst of its own alerts, a closed one nothing', () => {
  const held = { first: open('A', 1n), beside: open('B', 2n), over: closed('C', 3n) }
  const alerts = [stated('first', 'warning'), stated('beside', 'critical'), stated('over', 'critical')]
  const { repeats } = plan([groupOf(alerts), groupOf([stated('first', 'high'), stated('fresh', 'low')])], held)
  assert.deepEqual(
    [...repeats].map(([id, { severity }]) => [id, severity]),
    [
      ['A', 'high'],
      ['B', 'critical'],
      ['C', undefined],
    ],
  )
})

test('the words of an incident follow its own alert, and no other that joined it', () => {
  const held = { first: open('A', 1n), beside: open('A', 1n) }
  const worded = (fingerprint: string, words: string) => groupOf([stated(fingerprint, 'low', words)])
  assert.equal(plan([worded('beside', 'other words')], held).repeats.get('A')?.restated, undefined)
  const { restated } = plan([worded('first', 'older'), worded('first', 'newest')], held).repeats.get('A') ?? {}
  assert.deepEqual(restated, { title: 'newest', description: 'newest' })
  const ours = { message: 'words of our watch', metadata: { source: 'monitor', fingerprint: 'first' } }
  const repeat = plan([ours], held).repeats.get('A')
  assert.deepEqual([repeat?.count, repeat?.restated], [1, undefined], 'our own watch renames nothing')
})
