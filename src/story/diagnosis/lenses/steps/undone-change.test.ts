import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  at,
  exhibit,
  figures,
  HASH,
  listing,
  moved,
  NEW,
  OLD,
  PODS,
  pod,
  released,
  releasedWorld,
  said,
  saidBy,
  slowSince,
  stepIn,
} from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

test('what was scaled to nothing comes back only where somebody else misses it', () => {
  const empty = listing([], { replicas: 0 })
  const scaled = moved('kube_deployment_spec_replicas', { deployment: 'grinder' }, 3, 0)
  const other = { namespace: 'mill', app: 'baker' }
  const lines = [14, 12, 10].map((ago) => ({ at: at(ago), line: 'ERROR connection refused by grinder' }))
  const missed = exhibit('C3', 'logs.query', { streams: [{ labels: other, lines }] })
  assert.equal(stepIn([empty, figures([scaled]), missed])?.parameters.replicas, 3)
  assert.equal(stepIn([empty, figures([scaled])]), undefined)
})

/** The pods that came stand elsewhere than those that went; no series of its own steps. */
function succeeded(name: string, minutesAgo: number, from: number, to: number) {
  const of = (hash: string, level: number, more: object) =>
    moved('mill_queries_avg', { pod: `${name}-${hash}-bcdfg` }, level, level, { at: undefined, strength: 0, ...more })
  return [of(OLD, from, { ended_at: at(minutesAgo - 1) }), of(NEW, to, { began_at: at(minutesAgo) })]
}

test('a release is undone whose pods stand elsewhere than those before them, though an innocent one came earlier', () => {
  const world = releasedWorld(released('grinder', 38), released('sifter', 18))
  const slow = PODS.slice(0, 2).map((suffix) =>
    moved('mill_grind_seconds', { pod: `grinder-${NEW}-${suffix}` }, 1, 40, { began_at: at(38) }),
  )
  const guilty = stepIn([...world, figures([...slow, ...succeeded('sifter', 18, 12, 480)])])
  assert.deepEqual([guilty?.plugin, guilty?.parameters.deployment], ['rollback_deployment', 'sifter'])
  assert.match(guilty?.why ?? '', /revision of sifter \(.*sifter:6 to sifter:7/)
  const harmless = [...world, figures([...slow, ...succeeded('sifter', 18, 12, 13)])]
  assert.equal(stepIn(harmless), undefined, 'neither shows that it did it')
})

test('a release of the minutes in which a neighbour fell ill is left alone where nothing of its own shows it', () => {
  const ill = PODS.slice(0, 2).map((suffix) => moved('mill_grind_seconds', { pod: `grinder-${NEW}-${suffix}` }, 1, 40))
  const calls = said('bcdfg', 'ERROR sack of sifter has no label')
  const alone = [...releasedWorld(released('grinder', 600), released('sifter', 17)), figures(ill), calls]
  assert.equal(stepIn(alone), undefined)
})

test('no release is undone for a figure that stood beyond its bound before', () => {
  const ill = PODS.slice(0, 2).map((suffix) => moved('mill_grind_seconds', { pod: `grinder-${NEW}-${suffix}` }, 1, 40))
  const world = [...releasedWorld(released('grinder', 18)), said('bcdfg', 'ERROR stone is worn')]
  const aged = (from: number, to: number) =>
    stepIn([...world, figures([...ill, moved('mill_flour_age_seconds', { deployment: 'grinder' }, from, to)])], {
      expressions: ['mill_flour_age_seconds > 7200'],
    })
  assert.equal(aged(60, 9000)?.plugin, 'rollback_deployment')
  assert.equal(aged(184_100, 187_400), undefined)
})

test('a release of somebody to whom nothing leads is left alone, though its figures changed in those minutes', () => {
  const ill = PODS.slice(0, 2).map((suffix) => moved('mill_grind_seconds', { pod: `grinder-${NEW}-${suffix}` }, 1, 40))
  const stranger = moved('bread_seconds', { namespace: 'town', pod: `baker-${NEW}-bcdfg` }, 1, 60)
  const world = releasedWorld(released('grinder', 600), released('baker', 17, 'town'))
  assert.equal(stepIn([...world, figures([...ill, stranger])]), undefined)
})

test('what was scaled down comes back as far as may be added at once, and the aim is told', () => {
  const scaled = moved('kube_deployment_spec_replicas', { deployment: 'grinder' }, 8, 3)
  const wanted = stepIn([listing(PODS.map((suffix) => pod(suffix))), figures([scaled])])
  assert.equal(wanted?.parameters.replicas, 4)
  assert.match(wanted?.why ?? '', /from 8 to 3 .* 8 is the aim/)
})

test('a release that changed how a program is run is undone for fewer signs than one of code alone', () => {
  const ill = PODS.slice(0, 2).map((suffix) =>
    moved('mill_grind_seconds', { pod: `grinder-${NEW}-${suffix}` }, 1, 40, { began_at: at(32) }),
  )
  const worlds = [undefined, { env: [{ name: 'MILL_STONES', value: '1' }] }].map((settings) => {
    const one = released('grinder', 32)
    const [older, newer] = one.sets
    const template = { spec: { containers: [{ name: 'grinder', image: 'grinder:7', ...settings }] } }
    const sets = newer && older ? [older, { ...newer, spec: { template } }] : []
    return [...releasedWorld({ ...one, sets }), figures(ill)]
  })
  const [ofCode, ofSetting] = worlds.map((world) => stepIn([...world, said('bcdfg', 'ERROR too few stones')]))
  const [, survived = []] = worlds
  assert.equal(stepIn([...survived, said('bcdfg', 'ERROR the sacks are wet')]), undefined, 'it says nothing of it')
  assert.equal(ofCode, undefined, 'it ran well for a quarter of an hour')
  assert.equal(ofSetting?.plugin, 'rollback_deployment')
  assert.match(
    ofSetting?.why ?? '',
    /MILL_STONES.*for which speaks: it changed how the program is run; .*within minutes/,
  )
})

test('no release is undone where somebody who was not released complains in the same words', () => {
  const world = [
    ...releasedWorld(released('grinder', 17), released('sifter', 9000)),
    figures(slowSince('grinder', ['bcdfg', 'hjklm'])),
    saidBy('grinder', 'bcdfg', 'ERROR PUT sacks: the store answers 403 AccessDenied: not authorized'),
  ]
  assert.equal(stepIn(world)?.plugin, 'rollback_deployment')
  const fellow = saidBy('sifter', 'bcdfg', 'ERROR GET sacks: the store answers 403 AccessDenied: not authorized', 'C8')
  assert.equal(stepIn([...world, fellow]), undefined)
})

test('no release is undone for what had happened to somebody else before it', () => {
  const shrunk = (ago: number) => moved('log_size_bytes', { topic: 'mill.sacks' }, 900, 12, { at: at(ago) })
  const world = (ago: number) => [
    ...releasedWorld(released('grinder', 17)),
    figures([...slowSince('grinder', ['bcdfg', 'hjklm']), shrunk(ago)]),
    saidBy('grinder', 'bcdfg', 'WARN mill.sacks holds fewer sacks than were ground'),
  ]
  assert.equal(stepIn(world(15))?.plugin, 'rollback_deployment')
  assert.equal(stepIn(world(40)), undefined)
})

function scaledUp(name: string, from: number, to: number, ago: number): Exhibit {
  const message = `Scaled up replica set ${name}-${HASH} to ${to} from ${from}`
  const event = {
    object: `Deployment/${name}`,
    namespace: 'mill',
    reason: 'ScalingReplicaSet',
    type: 'Normal',
    message,
  }
  return exhibit('C4', 'get_events', { events: [{ ...event, time: at(ago), firstTimestamp: at(ago), count: 1 }] })
}

test('more hands that came right before the trouble of others are taken back, and neither earlier ones nor those of who suffers', () => {
  const set = { name: `grinder-${HASH}`, revision: 3, creationTimestamp: at(9000), replicas: 3 }
  const all = listing(
    PODS.map((suffix) => pod(suffix)),
    { replicaSets: [set] },
  )
  const world = [
    ...[all, figures([moved('mill_sacks_torn', { deployment: 'grinder' }, 1, 40)])],
    saidBy('baker', 'bcdfg', 'ERROR sacks of grinder come twice', 'C7'),
  ]
  const baker = { workload: { kind: 'Deployment', name: 'baker' } } as const
  const wanted = stepIn([...world, scaledUp('grinder', 2, 3, 17)], baker)
  assert.deepEqual(wanted?.parameters, { namespace: 'mill', deployment: 'grinder', replicas: 2 })
  assert.equal(stepIn([...world, scaledUp('grinder', 2, 3, 30)], baker), undefined)
  assert.equal(stepIn([...world, scaledUp('grinder', 2, 3, 17)]), undefined)
})

test('a setting is found guilty late where the cluster warns of it since then, or its figures move first', () => {
  const one = released('sifter', 55)
  const [older, newer] = one.sets
  const template = {
    spec: { containers: [{ name: 'sifter', image: 'sifter:7', env: [{ name: 'CRON', value: '*' }] }] },
  }
  const sets = newer && older ? [older, { ...newer, spec: { template } }] : []
  const world = (first: number) => [
    ...releasedWorld({ ...one, sets }, released('grinder', 9000)),
    figures([
      moved('sacks_granted_total', { deployment: 'sifter' }, 0, 800, { at: at(first), per_second: true }),
      ...slowSince('grinder', ['bcdfg', 'hjklm']),
    ]),
    saidBy('grinder', 'bcdfg', 'WARN too many sacks of sifter'),
  ]
  const wanted = stepIn(world(17))
  assert.deepEqual([wanted?.plugin, wanted?.parameters.deployment], ['rollback_deployment', 'sifter'])
  assert.match(wanted?.why ?? '', /its own figures were the first to move/)
  assert.equal(stepIn(world(13)), undefined, 'others moved first')
})

test('what others miss by name since it was scaled away comes back, whatever was released near it and however events count', () => {
  const message = `Scaled down replica set grinder-${HASH} from 3 to 0`
  const event = {
    object: 'Deployment/grinder',
    namespace: 'mill',
    reason: 'ScalingReplicaSet',
    type: 'Normal',
    message,
  }
  const emptied = exhibit('C4', 'get_events', {
    events: [{ ...event, time: at(16), firstTimestamp: at(16), count: 1 }],
  })
  const [list, sets] = releasedWorld(released('baker', 20)) as [Exhibit, Exhibit]
  const { pods, deployments } = list.result.data as Record<string, object[]>
  const grinder = { namespace: 'mill', name: 'grinder', replicas: 0, replicaSets: [{ name: `grinder-${HASH}` }] }
  const both = exhibit('C1', 'list_pods', { pods, deployments: [...(deployments ?? []), grinder] })
  const missed = saidBy('baker', 'bcdfg', 'ERROR connection refused by grinder')
  const wanted = stepIn([both, sets, emptied, missed], { workload: { kind: 'Deployment', name: 'baker' } })
  assert.deepEqual([wanted?.plugin, wanted?.parameters.replicas], ['scale_deployment', 3])
})
