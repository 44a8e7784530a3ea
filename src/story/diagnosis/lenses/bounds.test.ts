/** Whatever the world answers, the lenses end, stay small, and say what they could not see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_CONTEXT } from '../../../guidance/environment/environment-context.ts'
import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import type { Exhibit } from '../evidence.ts'
import { type Finding, fault } from '../finding.ts'
import type { Scene } from '../scene.ts'
import type { Subject } from '../subject.ts'
import { strongestFacts } from './choose-facts.ts'
import { leftSide } from './fired.ts'
import { againstOf, confidenceIn } from './grade.ts'
import { keptGuesses } from './keep-map.ts'
import { lookThrough, ownOnset } from './look-through.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

function sceneOf(subject: Partial<Subject>, exhibits: readonly Exhibit[]): Scene {
  const bare = { alertName: 'Alert', labels: {}, text: '', severityWord: '', isResolved: false, fromText: [] }
  const startedAt = new Date(NOW.getTime() - 600_000)
  const whole = { ...bare, startedAt, ...subject }
  return { now: NOW, subject: whole, environment: readEnvironment(EMPTY_CONTEXT), exhibits }
}

function answered(id: string, plugin: string, data: unknown): Exhibit {
  return { id, plugin, parameters: {}, result: { success: true, data } }
}

function at(minutesAgo: number): string {
  return new Date(NOW.getTime() - minutesAgo * 60_000).toISOString()
}

function step(labels: Record<string, string>, minutesAgo = 15): object {
  return { metric: { __name__: 'depth', ...labels }, from: 1, to: 90, at: at(minutesAgo), strength: 0.9, last: 90 }
}

test('series without end are told in twenty facts', () => {
  const changes = Array.from({ length: 5_000 }, (_, index) => step({ queue: `q-${index}` }))
  const seen = lookThrough(sceneOf({ labels: { queue: 'q-7' } }, [answered('C1', 'metrics.query_range', { changes })]))
  assert.ok(strongestFacts(seen).length <= 20)
  assert.equal(seen.hypotheses[0]?.entity, 'q-7')
})

test('of a million lines the newest few thousand are read, and the rest costs nothing', () => {
  const line = { at: at(9), line: 'ERROR cannot write' }
  const lines = Array.from({ length: 1_000_000 }, () => line)
  const logs = answered('C1', 'logs.query', { streams: [{ labels: { app: 'mailer' }, lines }] })
  const { facts, failures } = lookThrough(sceneOf({ labels: { app: 'mailer' } }, [logs]))
  assert.equal(facts.length, 1)
  assert.deepEqual(failures, [])
})

test('an expression that cannot be parsed is taken as it stands', () => {
  for (const expression of ['', ')))', '"never closed', '{{{ >', '合计 > 5', `${'('.repeat(50_000)}x`])
    assert.equal(typeof leftSide(expression).left, 'string')
  const changes = [step({ queue: 'mail' })]
  const scene = sceneOf({ labels: { queue: 'mail' }, expressions: [')))((( >'] }, [
    answered('C1', 'metrics.query_range', { changes }),
  ])
  assert.equal(lookThrough(scene).hypotheses[0]?.entity, 'mail')
})

test('labels in any script name whom they name', () => {
  const changes = ['очередь-писем', '邮件队列', 'طابور', 'ฝ่ายคิว'].map((queue) => step({ queue }))
  const scene = sceneOf({ labels: { queue: '邮件队列' } }, [answered('C1', 'metrics.query_range', { changes })])
  assert.deepEqual(
    new Set(lookThrough(scene).hypotheses.map(({ entity }) => entity)),
    new Set(['очередь-писем', '邮件队列', 'طابور', 'ฝ่ายคิว']),
  )
})

test('a clock that runs ahead moves no onset into the future, and its facts are still told', () => {
  const changes = [step({ host: 'box-7' }, -120), step({ host: 'box-8' }, 15)]
  const scene = sceneOf({ labels: { host: 'box-8' } }, [answered('C1', 'metrics.query_range', { changes })])
  const { onset, facts } = lookThrough(scene)
  assert.ok(onset <= NOW)
  assert.equal(facts.length, 2)
})

test('sureness is counted from kinds of support, and what is missing speaks against', () => {
  const logs = answered('C2', 'logs.query', {
    streams: [{ labels: { app: 'mailer' }, lines: [{ at: at(14), line: 'ERROR cannot write' }] }],
  })
  const figures = answered('C1', 'metrics.query_range', {
    changes: [step({ app: 'mailer' }), step({ app: 'far-away' }, 58)],
  })
  const scene = sceneOf({ labels: { app: 'mailer' } }, [figures, logs])
  const { hypotheses, onset } = lookThrough(scene)
  const [best, next] = hypotheses
  assert.ok(best && next)
  assert.equal(confidenceIn(best, next, onset), 0.6)
  assert.ok(confidenceIn(next, best, onset) < confidenceIn(best, next, onset))
  assert.ok(againstOf(next, onset).includes('nothing ties it to the alert'))
  assert.ok(againstOf({ ...next, ring: 1 }, onset).includes('only others tie it to the alert'))
  assert.deepEqual(againstOf(best, onset), ['its facts are weaker'])
  assert.deepEqual(keptGuesses({ hypotheses, onset }, scene)[0]?.against, [], 'who is first is weaker than nobody')
})

test('whom a finding clears of the alert is no first guess, and what clears him is said', () => {
  const moved = (app: string) => step({ app })
  const changes = [moved('batch'), moved('batch'), moved('mailer')]
  const scene = sceneOf({ labels: { app: 'mailer' } }, [answered('C1', 'metrics.query_range', { changes })])
  const { hypotheses, onset } = lookThrough(scene)
  const against = 'it does not explain what the alert complains of'
  const told = { kind: 'forgotten_transaction', statement: 'batch sleeps.', confidence: 0.4, evidence: [] }
  const finding = fault({ ...told, subject: { kind: 'Deployment', name: 'mailer' }, against })
  const first = hypotheses[0]?.entity
  assert.ok(first)
  const cleared = keptGuesses({ hypotheses, onset }, scene, [
    { ...finding, subject: { kind: 'Deployment', name: first } },
  ])
  assert.notEqual(cleared[0]?.entity, first)
  assert.ok(cleared.find(({ entity }) => entity === first)?.against.includes(against))
})

test('a beginning that only strangers share is not told as the beginning', () => {
  const own = (app: string) => {
    const changes = [step({ app: 'far-away' }), step({ app }, 58)]
    return ownOnset(
      lookThrough(sceneOf({ labels: { app: 'mailer' } }, [answered('C1', 'metrics.query_range', { changes })])),
    )
  }
  assert.ok(own('far-away') === undefined)
  const tied = sceneOf({ labels: { app: 'mailer' } }, [
    answered('C1', 'metrics.query_range', { changes: [step({ app: 'mailer' })] }),
  ])
  assert.ok(ownOnset(lookThrough(tied)))
})

test('a release that a rule has acquitted is no support of a guess', () => {
  const { hypotheses, onset } = lookThrough(
    sceneOf({ labels: { app: 'mailer' } }, [
      answered('C1', 'metrics.query_range', { changes: [step({ app: 'mailer' })] }),
    ]),
  )
  const scene = sceneOf({}, [answered('C1', 'metrics.query_range', { changes: [step({ app: 'mailer' })] })])
  const [best] = hypotheses
  assert.ok(best?.facts[0])
  const workload = { kind: 'Deployment' as const, namespace: 'shop', name: 'mailer' }
  const release = { ...best.facts[0], lens: 'changed' as const, text: 'revision 7 was rolled out' }
  const told = { ...release, deed: { kind: 'release' as const, workload, differences: [] } }
  const acquitted = fault({
    ...{ kind: 'release_not_guilty', statement: 'Revision 7 is not the cause.', confidence: 0.4, evidence: [] },
    subject: workload,
  })
  const textsOf = (...findings: Finding[]) =>
    keptGuesses({ hypotheses: [{ ...best, facts: [told, ...best.facts] }], onset }, scene, findings)[0]?.findings.map(
      ({ text }) => text.includes('revision 7'),
    )
  assert.deepEqual(textsOf(), [true, false])
  assert.deepEqual(textsOf(acquitted), [false])
})
