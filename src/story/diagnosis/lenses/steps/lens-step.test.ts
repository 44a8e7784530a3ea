/** Steps that no rule names: each is put to the proof on a world where it is right and on its twin where it is not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnvironment } from '../../../../guidance/environment/environment-map.ts'
import { readClusterScene } from '../../cluster/reading/read-cluster-scene.ts'
import type { Exhibit } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import type { Subject } from '../../subject.ts'
import { lookThrough } from '../look-through.ts'
import { lensStep } from './lens-step.ts'
import { provenTie } from './proven-tie.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const HASH = '6c885549d'

function at(minutesAgo: number): string {
  return new Date(NOW.getTime() - minutesAgo * 60_000).toISOString()
}

function exhibit(id: string, plugin: string, data: object): Exhibit {
  return { id, plugin, parameters: { namespace: 'mill' }, result: { success: true, data } }
}

function pod(suffix: string, more: object = {}) {
  return {
    ...{ namespace: 'mill', name: `grinder-${HASH}-${suffix}`, phase: 'Running', ready: true, nodeName: 'mill-1' },
    ...{ owner: `ReplicaSet/grinder-${HASH}`, 'pod-template-hash': HASH, creationTimestamp: at(9000) },
    ...more,
  }
}

function listing(pods: readonly object[], more: object = {}): Exhibit {
  const deployment = {
    namespace: 'mill',
    name: 'grinder',
    replicas: pods.length,
    replicaSets: [{ name: `grinder-${HASH}` }],
  }
  return exhibit('C1', 'list_pods', { pods, deployments: [{ ...deployment, ...more }] })
}

function figures(changes: readonly object[]): Exhibit {
  return exhibit('C2', 'metrics.query_range', { changes })
}

function moved(name: string, labels: object, from: number, to: number, more: object = {}) {
  return {
    metric: { __name__: name, namespace: 'mill', ...labels },
    from,
    to,
    last: to,
    at: at(15),
    strength: 0.9,
    ...more,
  }
}

function said(suffix: string, line: string): Exhibit {
  const lines = [14, 12, 10, 8].map((ago) => ({ at: at(ago), line }))
  const labels = { namespace: 'mill', app: 'grinder', pod: `grinder-${HASH}-${suffix}` }
  return exhibit('C3', 'logs.query', { streams: [{ labels, lines }] })
}

function stepIn(exhibits: readonly Exhibit[], named: Partial<Subject> = {}) {
  const scene = sceneOf(exhibits, named)
  return lensStep(scene, lookThrough(scene), { isAcquitted: () => false, replicaChangeMax: 0.5 })?.action
}

function sceneOf(exhibits: readonly Exhibit[], named: Partial<Subject>): Scene {
  const subject: Subject = {
    ...{ alertName: 'Slow', labels: {}, text: '', severityWord: '', isResolved: false, fromText: [] },
    ...{ startedAt: new Date(at(10)), namespace: 'mill' },
    ...(named.text === undefined && { workload: { kind: 'Deployment', name: 'grinder' } as const }),
    ...named,
  }
  const services = [{ name: 'grinder', namespace: 'mill', description: 'Makes flour' }]
  const environment = readEnvironment(JSON.stringify({ services }))
  return { now: NOW, subject, environment, exhibits, cluster: readClusterScene(exhibits, subject) }
}

const PODS = ['bcdfg', 'hjklm', 'npqrs']

function refusal(resource: string): Exhibit {
  const message = `Error creating: pods "x-" is forbidden: exceeded quota: cap, requested: ${resource}=1, used: ${resource}=5, limited: ${resource}=5`
  const event = { object: 'ReplicaSet/x-1', namespace: 'mill', reason: 'FailedCreate', type: 'Warning', message }
  return exhibit('C4', 'get_events', { events: [{ ...event, time: at(2), firstTimestamp: at(20), count: 9 }] })
}

test('records of evicted pods are cleared away where a quota counts them, and not where it does not', () => {
  const evicted = PODS.map((suffix) => pod(suffix, { phase: 'Failed', reason: 'Evicted', ready: false }))
  const wanted = stepIn([listing([...evicted, pod('tvwxz')]), refusal('count/pods')])
  assert.equal(wanted?.plugin, 'delete_evicted_pods')
  assert.deepEqual(wanted?.parameters, { namespace: 'mill' })
  assert.equal(stepIn([listing([...evicted, pod('tvwxz')]), refusal('pods')]), undefined)
})

function busy(suffix: string) {
  const labels = { pod: `grinder-${HASH}-${suffix}` }
  return [moved('mill_threads_busy', labels, 4, 64), moved('mill_threads_max', labels, 64, 64, { strength: 0 })]
}

function asked(suffix: string, to: number) {
  return moved('mill_requests_total', { pod: `grinder-${HASH}-${suffix}` }, 40, to, { per_second: true })
}

test('hands are added where all are full since more is asked, and not where as much is asked as before', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const rush = figures(PODS.flatMap((suffix) => [...busy(suffix), asked(suffix, 190)]))
  assert.deepEqual(stepIn([all, rush])?.parameters, { namespace: 'mill', deployment: 'grinder', replicas: 4 })
  const calm = figures(PODS.flatMap((suffix) => [...busy(suffix), asked(suffix, 41)]))
  assert.equal(stepIn([all, calm]), undefined)
})

test('no hands are added where what is full complains of somebody else', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const store = moved('stone_store_seconds', { service: 'stone-store' }, 0.1, 9)
  const rush = figures([...PODS.flatMap((suffix) => [...busy(suffix), asked(suffix, 190)]), store])
  assert.equal(stepIn([all, rush, said('bcdfg', 'ERROR waiting 9s for stone-store')]), undefined)
})

function filled(suffix: string, from = 0.6) {
  return moved('container_cpu_usage_ratio', { pod: `grinder-${HASH}-${suffix}` }, from, 0.99)
}

test('hands are added where the share of all fills up while more comes in, and not where somebody near was released then', () => {
  const sacks = moved('sacks_published_total', { queue: 'grinder.sacks' }, 6, 16, { per_second: true })
  const rush = figures([...PODS.map((suffix) => filled(suffix)), sacks])
  const wanted = stepIn([listing(PODS.map((suffix) => pod(suffix))), rush])
  assert.deepEqual([wanted?.plugin, wanted?.parameters.replicas], ['scale_deployment', 4])
  assert.match(wanted?.why ?? '', /went from 0\.6 to 0\.99 .* went from 6\/s to 16\/s/)
  const always = figures([...PODS.map((suffix) => filled(suffix, 0.98)), sacks])
  assert.equal(stepIn([listing(PODS.map((suffix) => pod(suffix))), always]), undefined, 'it was as full before')
  const [sifter, sets] = releasedWorld(released('sifter', 17)) as [Exhibit, Exhibit]
  const grinder = (listing(PODS.map((suffix) => pod(suffix))).result.data ?? {}) as Record<string, object[]>
  const sifting = (sifter.result.data ?? {}) as Record<string, object[]>
  const both = exhibit('C1', 'list_pods', {
    pods: [...(grinder.pods ?? []), ...(sifting.pods ?? [])],
    deployments: [...(grinder.deployments ?? []), ...(sifting.deployments ?? [])],
  })
  const calls = said('bcdfg', 'WARN slow answer of sifter')
  assert.notEqual(stepIn([both, sets, rush, calls])?.plugin, 'scale_deployment')
})

function odd(labels: object = {}) {
  return PODS.map((suffix, index) =>
    moved('mill_grind_seconds', { pod: `grinder-${HASH}-${suffix}`, ...labels }, 1, index === 0 ? 40 : 1, {
      strength: index === 0 ? 0.9 : 0,
    }),
  )
}

test('the one that alone differs is replaced, unless all it does is for one client', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const wanted = stepIn([all, figures(odd()), said('bcdfg', 'ERROR pool is stuck')])
  assert.equal(wanted?.parameters.pod_name, `grinder-${HASH}-bcdfg`)
  const client = moved('mill_tenant_total', { pod: `grinder-${HASH}-bcdfg`, tenant: 'acme' }, 2, 900)
  assert.equal(stepIn([all, figures([...odd(), client]), said('bcdfg', 'ERROR slow export tenant=acme')]), undefined)
})

function accuses(suffix: string): Exhibit {
  const lines = [14, 12, 10].map((ago) => ({ at: at(ago), line: `ERROR 502 from grinder-${HASH}-${suffix}` }))
  return exhibit('C7', 'logs.query', { streams: [{ labels: { namespace: 'mill', app: 'baker' }, lines }] })
}

test('of two that differ the one whom others name in their errors is replaced, and neither where nobody does', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const other = PODS.map((suffix, index) =>
    moved('mill_oil_pending', { pod: `grinder-${HASH}-${suffix}` }, 2, index === 1 ? 60 : 2),
  )
  const two = figures([...odd(), ...other])
  assert.equal(stepIn([all, two, accuses('bcdfg')])?.parameters.pod_name, `grinder-${HASH}-bcdfg`)
  assert.equal(stepIn([all, two]), undefined)
})

test('a handful of events more or less makes nobody differ', () => {
  const rates = (most: number) =>
    PODS.map((suffix, index) =>
      moved('mill_errors_total', { pod: `grinder-${HASH}-${suffix}` }, 0.008, index === 0 ? most : 0.008, {
        per_second: true,
      }),
    )
  const all = listing(PODS.map((suffix) => pod(suffix)))
  assert.equal(stepIn([all, figures(rates(0.017))]), undefined)
  assert.equal(stepIn([all, figures(rates(7))])?.plugin, 'restart_pod')
})

test('the one that gets all the work is not replaced', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const idle = PODS.slice(1).map((suffix) => moved('mill_sacks', { pod: `grinder-${HASH}-${suffix}` }, 40, 1))
  assert.equal(stepIn([all, figures([...odd(), ...idle]), said('bcdfg', 'ERROR pool is stuck')]), undefined)
})

test('one that differs since it was made is left to warm up', () => {
  const young = pod('bcdfg', { creationTimestamp: at(20) })
  const all = listing([young, pod('hjklm'), pod('npqrs')])
  assert.equal(stepIn([all, figures(odd()), said('bcdfg', 'ERROR pool is stuck')]), undefined)
})

function described(isAfterStart: boolean): Exhibit {
  const secret = { kind: 'Secret', name: 'mill-key', exists: true, last_write: at(30) }
  const references = [{ ...secret, written_after_pod_start: isAfterStart }]
  return exhibit('C5', 'describe_pod', { pod: pod('bcdfg'), references })
}

test('a process older than the secret it was given is replaced once it is refused, and no younger one', () => {
  const refused = said('bcdfg', 'ERROR 401 Unauthorized: token was replaced')
  const wanted = stepIn([listing([pod('bcdfg')]), described(true), refused])
  assert.equal(wanted?.plugin, 'restart_pod')
  assert.match(wanted?.why ?? '', /before Secret mill-key was written/)
  assert.equal(stepIn([listing([pod('bcdfg')]), described(false), refused]), undefined)
  const two = [listing([pod('bcdfg'), pod('hjklm')]), described(true), refused]
  assert.equal(stepIn(two), undefined, 'of two nobody knows which was meant')
})

test('what was scaled to nothing comes back only where somebody else misses it', () => {
  const empty = listing([], { replicas: 0 })
  const scaled = moved('kube_deployment_spec_replicas', { deployment: 'grinder' }, 3, 0)
  const other = { namespace: 'mill', app: 'baker' }
  const lines = [14, 12, 10].map((ago) => ({ at: at(ago), line: 'ERROR connection refused by grinder' }))
  const missed = exhibit('C3', 'logs.query', { streams: [{ labels: other, lines }] })
  assert.equal(stepIn([empty, figures([scaled]), missed])?.parameters.replicas, 3)
  assert.equal(stepIn([empty, figures([scaled])]), undefined)
})

const [OLD, NEW] = ['5f7d9c8b64', '7d9f8b6c54']

/** A workload whose newest revision came so many minutes ago, from one image to another. */
function released(name: string, minutesAgo: number, namespace = 'mill') {
  const set = (hash: string, revision: string, ago: number, image: string) => ({
    ...{ kind: 'ReplicaSet', spec: { template: { spec: { containers: [{ name, image }] } } } },
    metadata: { name: `${name}-${hash}`, namespace, creationTimestamp: at(ago) },
    shown: {
      name: `${name}-${hash}`,
      revision: Number(revision),
      creationTimestamp: at(ago),
      replicas: hash === NEW ? 2 : 0,
    },
  })
  const [older, newer] = [set(OLD, '6', 9000, `${name}:6`), set(NEW, '7', minutesAgo, `${name}:7`)]
  const pods = ['bcdfg', 'hjklm'].map((suffix) => ({
    ...{ namespace, name: `${name}-${NEW}-${suffix}`, phase: 'Running', ready: true, nodeName: 'mill-1' },
    ...{ owner: `ReplicaSet/${name}-${NEW}`, 'pod-template-hash': NEW, creationTimestamp: at(minutesAgo) },
  }))
  const deployment = {
    ...{ namespace, name, replicas: 2 },
    replicaSets: [newer.shown, older.shown],
  }
  return { sets: [older, newer].map(({ shown: _, ...whole }) => whole), pods, deployment }
}

function releasedWorld(...all: readonly ReturnType<typeof released>[]): Exhibit[] {
  return [
    exhibit('C1', 'list_pods', { pods: all.flatMap((one) => one.pods), deployments: all.map((one) => one.deployment) }),
    exhibit('C6', 'llm.orchestrator_action', { objects: all.flatMap((one) => one.sets) }),
  ]
}

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

test('words tie whom two lenses and two sources bear out, and nobody where a label names somebody', () => {
  const world = [listing([pod('bcdfg')]), figures([moved('mill_grind_seconds', { deployment: 'grinder' }, 1, 40)])]
  const spoken = { text: 'There is no flour since ten minutes' }
  const tie = (exhibits: readonly Exhibit[], subject: Partial<Subject>) => {
    const scene = sceneOf(exhibits, subject)
    return provenTie(scene, lookThrough(scene))({ kind: 'Deployment', namespace: 'mill', name: 'grinder' })
  }
  assert.match(tie([...world, said('bcdfg', 'ERROR stone is worn')], spoken) ?? '', /agree on grinder/)
  assert.equal(tie(world, spoken), undefined)
  const labelled = { ...spoken, labels: { service: 'baker' } }
  assert.equal(tie([...world, said('bcdfg', 'ERROR stone is worn')], labelled), undefined)
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
    return [...releasedWorld({ ...one, sets }), figures(ill), said('bcdfg', 'ERROR the hopper is full')]
  })
  const [ofCode, ofSetting] = worlds.map((world) => stepIn(world))
  assert.equal(ofCode, undefined, 'it ran well for a quarter of an hour')
  assert.equal(ofSetting?.plugin, 'rollback_deployment')
  assert.match(
    ofSetting?.why ?? '',
    /MILL_STONES.*for which speaks: it changed how the program is run; .*within minutes/,
  )
})

test('a host is closed that speaks of itself where only the pods on it suffer, and not where others suffer as well', () => {
  const [first = '', second = ''] = PODS
  const nodes = ['mill-1', 'mill-2', 'mill-3'].map((name) => ({ name, ready: true }))
  const pods = [pod(first), pod(second, { nodeName: 'mill-2' })]
  const list = exhibit('C1', 'list_pods', { ...(listing(pods).result.data as object), nodes })
  const lines = [14, 12].map((ago) => ({ at: at(ago), line: 'kernel: ERROR the clock of this board is unstable' }))
  const speaks = exhibit('C3', 'logs.query', { streams: [{ labels: { node: 'mill-1' }, lines }] })
  const slow = (suffix: string) => moved('mill_grind_seconds', { pod: `grinder-${HASH}-${suffix}` }, 1, 40)
  const busy = moved('node_cpu_system_ratio', { node: 'mill-1', namespace: undefined }, 0.05, 0.6)
  const closed = stepIn([list, speaks, figures([slow(first), busy])])
  assert.deepEqual([closed?.plugin, closed?.parameters.node], ['cordon_node', 'mill-1'])
  assert.equal(stepIn([list, speaks, figures([slow(first), slow(second), busy])]), undefined)
  assert.equal(stepIn([list, figures([slow(first), busy])]), undefined, 'it says nothing')
})

/** A pod of the newest revision says it, over and over. */
function saidBy(app: string, suffix: string, line: string, id = 'C3'): Exhibit {
  const lines = [14, 12, 10, 8].map((ago) => ({ at: at(ago), line }))
  const labels = { namespace: 'mill', app, pod: `${app}-${NEW}-${suffix}` }
  return exhibit(id, 'logs.query', { streams: [{ labels, lines }] })
}

function slowSince(name: string, suffixes: readonly string[]) {
  return suffixes.map((suffix) => moved('mill_grind_seconds', { pod: `${name}-${NEW}-${suffix}` }, 1, 40))
}

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

test('the host is closed and no release undone where two workloads suffer on one host and nowhere else', () => {
  const nodes = ['mill-1', 'mill-2', 'mill-3'].map((name) => ({ name, ready: true }))
  const world = (elsewhere: string) => {
    const two = [released('grinder', 17), released('sifter', 9000)].map((one) => ({
      ...one,
      pods: one.pods.map((each, index) => (index === 0 ? each : { ...each, nodeName: elsewhere })),
    }))
    const [list, sets] = releasedWorld(...two) as [Exhibit, Exhibit]
    const listed = exhibit('C1', 'list_pods', { ...(list.result.data as object), nodes })
    const busy = moved('rules_failed_total', { node: 'mill-1', namespace: undefined }, 0, 2)
    const slow = figures([...slowSince('grinder', ['bcdfg']), ...slowSince('sifter', ['bcdfg']), busy])
    const well = saidBy('grinder', 'hjklm', 'INFO ground a sack', 'C9')
    return [listed, sets, slow, saidBy('grinder', 'bcdfg', 'ERROR no route to host'), well]
  }
  const closed = stepIn(world('mill-2'))
  assert.deepEqual([closed?.plugin, closed?.parameters.node], ['cordon_node', 'mill-1'])
  assert.equal(stepIn(world('mill-1'))?.plugin, 'rollback_deployment', 'nobody stands elsewhere')
})

test('one whose figure differs far from the alert is replaced where it alone complains', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const far = { workload: { kind: 'Deployment', name: 'baker' } } as const
  const world = [all, figures(odd()), saidBy('baker', 'bcdfg', 'WARN slow answer of grinder', 'C7')]
  assert.equal(stepIn(world, far), undefined)
  const alone = stepIn([...world, said('bcdfg', 'ERROR refresh ended, it will not run again')], far)
  assert.equal(alone?.parameters.pod_name, `grinder-${HASH}-bcdfg`)
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

test('hands are added where all say that all there is is taken', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const rush = figures([moved('sacks_published_total', { queue: 'grinder.sacks' }, 6, 160, { per_second: true })])
  const say = (words: string) =>
    PODS.map((suffix, index) => ({ ...said(suffix, `INFO slots ${words}, waiting`), id: `C1${index}` }))
  assert.equal(stepIn([all, rush, ...say('8/8')])?.parameters.replicas, 4)
  assert.equal(stepIn([all, rush, ...say('8/9')]), undefined)
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
