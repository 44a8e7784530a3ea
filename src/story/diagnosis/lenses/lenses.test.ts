/** The lenses know no fault by name: what they say is put to the proof on figures and lines of kinds no rule speaks of. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_CONTEXT } from '../../../guidance/environment/environment-context.ts'
import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import type { Exhibit } from '../evidence.ts'
import type { Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import type { Subject } from '../subject.ts'
import { strongestFacts } from './choose-facts.ts'
import { entityOf, isAkin, ownerName } from './entity-of.ts'
import { leftSide } from './fired.ts'
import { lookThrough } from './look-through.ts'
import { relativesOf } from './relatives.ts'
import { doubtOf } from './temper.ts'
import { whomToAsk } from './whom-to-ask.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ENVIRONMENT = readEnvironment(EMPTY_CONTEXT)

function at(minutesAgo: number): string {
  return new Date(NOW.getTime() - minutesAgo * 60_000).toISOString()
}

function subjectOf(given: Partial<Subject>): Subject {
  const startedAt = new Date(NOW.getTime() - 10 * 60_000)
  const bare = {
    alertName: 'Alert',
    labels: {},
    text: '',
    severityWord: '',
    isResolved: false,
    fromText: [],
    startedAt,
  }
  return { ...bare, ...given }
}

function figures(id: string, changes: readonly object[]): Exhibit {
  return { id, plugin: 'metrics.query_range', parameters: {}, result: { success: true, data: { changes } } }
}

function logs(
  id: string,
  streams: readonly { labels: object; lines: readonly (readonly [number, string])[] }[],
): Exhibit {
  const shown = streams.map(({ labels, lines }) => ({
    labels,
    lines: lines.map(([ago, line]) => ({ at: at(ago), line })),
  }))
  return { id, plugin: 'logs.query', parameters: {}, result: { success: true, data: { streams: shown } } }
}

function sceneOf(subject: Partial<Subject>, exhibits: readonly Exhibit[]): Scene {
  return { now: NOW, subject: subjectOf(subject), environment: ENVIRONMENT, exhibits }
}

const WATCHES = {
  metric: { __name__: 'user_watches', instance: 'box-7:9100' },
  ...{ from: 900, to: 8190, at: at(15), strength: 0.8, last: 8190 },
}

test('a figure at the limit its own family names is told with both', () => {
  const limit = {
    metric: { __name__: 'user_watches_max', instance: 'box-7:9100' },
    from: 8192,
    to: 8192,
    strength: 0,
    last: 8192,
  }
  const scene = sceneOf({ labels: { instance: 'box-7:9100' } }, [figures('C1', [WATCHES, limit])])
  const texts = strongestFacts(lookThrough(scene)).map(({ text }) => text)
  assert.match(texts.join('\n'), /user_watches\{instance=box-7:9100\} stands at 8190 of 8192/)
})

test('the faint fills up what is told, behind the telling and what comes with pods', () => {
  const fact = (text: string, score: number, isOfRollout = false) => ({
    ...{ lens: 'moved' as const, entity: text, names: [], at: undefined, strength: 1, text, evidence: [], ring: 0 },
    ...{ score, isOfRollout },
  })
  const facts = [fact('pod began', 0.9, true), fact('it stepped', 0.5), fact('far away', 0.03), fact('chance', 0.001)]
  assert.deepEqual(
    strongestFacts({ facts }).map(({ text }) => text),
    ['it stepped', 'pod began', 'far away'],
  )
})

test('a line that is new since the onset outweighs one that was always said', () => {
  const old = Array.from({ length: 40 }, (_, index) => [60 - index, `ERROR cannot reach 10.0.0.${index}`] as const)
  const fresh = [12, 11, 9].map((ago) => [ago, `ERROR user limit on watches reached for tail ${ago}`] as const)
  const lines = [...old, ...fresh].sort(([one], [other]) => other - one)
  const scene = sceneOf({ labels: { instance: 'box-7:9100' } }, [
    figures('C1', [WATCHES]),
    logs('C2', [{ labels: { host: 'box-7', app: 'box-7' }, lines }]),
  ])
  const said = lookThrough(scene).facts.filter(({ lens }) => lens === 'said')
  assert.match(said[0]?.text ?? '', /3 times and never before.*user limit on watches/)
  assert.equal(said.length, 2)
})

test('a label that changed its value is a change, with both values', () => {
  const build = (version: string, moment: object) => ({
    metric: { __name__: 'app_build_info', service: 'mailer', version },
    ...{ from: 1, to: 1, strength: 0, last: 1, ...moment },
  })
  const changes = [build('1.4', { ended_at: at(20) }), build('1.5', { began_at: at(19) })]
  const { facts } = lookThrough(sceneOf({ labels: { service: 'mailer' } }, [figures('C1', changes)]))
  assert.equal(facts[0]?.lens, 'changed')
  assert.match(facts[0]?.text ?? '', /version went from 1\.4 to 1\.5/)
})

test('the trouble begins where most figures step together, not where pods come and go or one figure steps by chance', () => {
  const step = (pod: string, ago: number, more: object = {}) => ({
    metric: { __name__: 'answers_ok', pod },
    ...{ from: 60, to: 5, at: at(ago), strength: 0.6, last: 5, ...more },
  })
  const rollout = ['w-5f7d9c8b64-bcdfg', 'w-5f7d9c8b64-hjklm'].map((pod) =>
    step(pod, 41, { strength: 0.95, ended_at: at(40) }),
  )
  const trouble = ['w-7d9f8b6c54-bcdfg', 'w-7d9f8b6c54-hjklm'].map((pod) => step(pod, 14, { began_at: at(40) }))
  const chance = step('lamp-0', 70, { strength: 0.9 })
  const { onset, facts } = lookThrough(sceneOf({}, [figures('C1', [...rollout, chance, ...trouble])]))
  assert.equal(onset.toISOString(), at(14))
  const own = facts.find(({ entity }) => entity === 'w-7d9f8b6c54-bcdfg')
  assert.deepEqual([own?.at?.toISOString(), own?.isOfRollout], [at(14), false])
})

test('one of many whose figure is far from all the others is told apart', () => {
  const depth = (queue: string, last: number) => ({
    metric: { __name__: 'queue_depth', queue },
    ...{ from: last, to: last, strength: 0, last },
  })
  const changes = [depth('a', 3), depth('b', 4), depth('c', 3), depth('mail-out', 9000)]
  const { facts } = lookThrough(sceneOf({ labels: { queue: 'mail-out' } }, [figures('C1', changes)]))
  assert.match(facts[0]?.text ?? '', /queue=mail-out\} alone stands at 9000; its 3 siblings stand at 3 to 4/)
})

test('who stands far from the alert weighs less than who is named in it', () => {
  const step = (service: string) => ({
    metric: { __name__: 'errors_per_minute', service },
    ...{ from: 1, to: 90, at: at(14), strength: 0.9, last: 90 },
  })
  const { hypotheses } = lookThrough(
    sceneOf({ labels: { service: 'mailer' } }, [figures('C1', [step('unrelated'), step('mailer')])]),
  )
  assert.deepEqual(
    hypotheses.map(({ entity }) => entity),
    ['mailer', 'unrelated'],
  )
})

test('what is not of the expected shape reads as nothing, and a lens that fails is named alone', () => {
  const odd = figures('C1', [null, 7, { metric: 'x' }, { metric: {}, from: 'a' }] as unknown as object[])
  assert.deepEqual(lookThrough(sceneOf({}, [odd])).facts, [])
  const broken = { ...sceneOf({}, [figures('C1', [WATCHES])]), cluster: {} } as unknown as Scene
  const { failures, facts } = lookThrough(broken)
  assert.ok(failures.length > 0)
  assert.ok(facts.some(({ text }) => text.includes('user_watches')))
})

test('the comparison of an expression is found outside brackets and strings, and one without is left whole', () => {
  assert.deepEqual(leftSide('sum(rate(x{a=">1"}[5m])) by (b) > 0.05'), {
    ...{ left: 'sum(rate(x{a=">1"}[5m])) by (b)', operator: '>', threshold: '0.05' },
  })
  assert.deepEqual(leftSide('absent(up{job="a"})'), { left: 'absent(up{job="a"})' })
  assert.deepEqual(leftSide('((x > 1'), { left: '((x > 1' })
})

test('things are called by their most particular label, without port and path', () => {
  assert.equal(entityOf({ instance: 'rabbit-1:15692', job: 'rabbitmq', queue: 'mail-out' }), 'mail-out')
  assert.equal(entityOf({ instance: 'https://pay.example.org/health', job: 'blackbox' }), 'pay.example.org')
  assert.equal(entityOf({ pod: 'web-0', resource: 'memory', unit: 'byte' }), 'web-0', 'nobody is called byte')
  assert.equal(entityOf({ instance: 'host-1', unit: 'nginx.service' }), 'nginx.service')
  assert.equal(ownerName('web-7d9f8b6c54-x2x9q'), 'web')
  assert.ok(isAkin('orders-db', 'orders-db-0'))
  assert.ok(!isAkin('order', 'orders-db'))
})

test('a sentence is resolved by its words and their relatives, in English and in Chinese', () => {
  assert.ok(relativesOf('Nobody can sign in since lunch').includes('auth'))
  assert.ok(relativesOf('用户反馈支付一直失败').includes('payment'))
  const words = whomToAsk(sceneOf({ text: 'Customers say the newsletter never arrives' }, []))
  assert.equal(words.isOfWords, true)
  assert.ok(words.names.includes('newsletter'))
  const labelled = whomToAsk(sceneOf({ labels: { queue: 'mail-out', severity: 'page' }, text: 'x' }, []))
  assert.deepEqual(labelled, { names: ['mail-out'], isOfWords: false })
})

test('who reports is not whom it is about, and who is scraped under a name of his own is', () => {
  const reported = whomToAsk(
    sceneOf({ labels: { user: 'lotte', group: '值班' }, text: 'Manifests do not come in' }, []),
  )
  assert.equal(reported.isOfWords, true)
  assert.ok(reported.names.includes('manifest') && !reported.names.includes('lotte'))
  const scraped = whomToAsk(sceneOf({ labels: { job: 'card-capture', namespace: 'shop' } }, []))
  assert.deepEqual(scraped, { names: ['card-capture'], isOfWords: false })
  assert.equal(whomToAsk(sceneOf({ labels: { job: 'node-exporter' }, text: '' }, [])).isOfWords, true)
})

test('what people wrote of a service leads from a sentence to what stands behind it', () => {
  const services = [{ name: 'manifest-sync', description: 'Fetches manifests from Rotterdam over wg-rtm of vpn-gw-2' }]
  const environment = readEnvironment(JSON.stringify({ ...JSON.parse(EMPTY_CONTEXT), services }))
  const { names } = whomToAsk({ ...sceneOf({ text: 'Nothing comes in from Rotterdam' }, []), environment })
  assert.deepEqual(names.slice(0, 3), ['manifest-sync', 'wg-rtm', 'vpn-gw-2'])
})

test('of whom nothing ties to the alert only the minute speaks', () => {
  const step = (service: string, ago: number) => ({
    metric: { __name__: 'errors_per_minute', service },
    ...{ from: 1, to: 90, at: at(ago), strength: 0.9, last: 90 },
  })
  const changes = [step('mailer', 14), step('stepped-then', 15), step('stepped-long-ago', 58)]
  const { hypotheses } = lookThrough(sceneOf({ labels: { service: 'mailer' } }, [figures('C1', changes)]))
  assert.deepEqual(
    hypotheses.map(({ entity }) => entity),
    ['mailer', 'stepped-then', 'stepped-long-ago'],
  )
  assert.ok((hypotheses[1]?.score ?? 0) > 2 * (hypotheses[2]?.score ?? 0))
})

test('a rule that is sure of somebody nothing ties to the alert is doubted where the facts point elsewhere', () => {
  const step = {
    metric: { __name__: 'watches', instance: 'box-7:9100' },
    from: 1,
    to: 90,
    at: at(14),
    strength: 0.9,
    last: 90,
  }
  const lines = [12, 11, 9].map((ago) => [ago, 'ERROR no watch left for tail'] as const)
  const seen = lookThrough(
    sceneOf({ labels: { instance: 'box-7:9100' } }, [
      figures('C1', [step]),
      logs('C2', [{ labels: { app: 'box-7' }, lines }]),
    ]),
  )
  const finding = (name: string): Finding => ({
    ...{ kind: 'overload', statement: `${name} is overloaded.`, facts: [], evidence: [], confidence: 0.9 },
    ...{ situation: 'fault', weight: 'cause', actions: [], suggestions: [], subject: { kind: 'Deployment', name } },
  })
  assert.match(doubtOf([finding('unrelated')], seen)?.reason ?? '', /points to box-7 rather than to unrelated/)
  assert.equal(doubtOf([finding('box-7')], seen), undefined)
})
