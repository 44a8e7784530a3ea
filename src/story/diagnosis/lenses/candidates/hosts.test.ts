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
  PODS,
  pod,
  released,
  releasedWorld,
  saidBy,
  signsIn,
  slowSince,
  weighedIn,
} from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

const NODES = ['mill-1', 'mill-2', 'mill-3'].map((name) => ({ name, ready: true }))
const signs = (exhibits: readonly Exhibit[]) => signsIn(exhibits, ['cordon_node', 'mill-1'])

test('a host speaks for itself where only the pods on it suffer', () => {
  const [first = '', second = ''] = PODS
  const pods = [pod(first), pod(second, { nodeName: 'mill-2' })]
  const list = exhibit('C1', 'list_pods', { ...(listing(pods).result.data as object), nodes: NODES })
  const lines = [14, 12].map((ago) => ({ at: at(ago), line: 'kernel: ERROR the clock of this board is unstable' }))
  const speaks = exhibit('C3', 'logs.query', { streams: [{ labels: { node: 'mill-1' }, lines }] })
  const slow = (suffix: string) => moved('mill_grind_seconds', { pod: `grinder-${HASH}-${suffix}` }, 1, 40)
  const alone = signs([list, speaks, figures([slow(first)])])
  assert.deepEqual([alone?.says, alone?.all], [1, 1])
  const both = signs([list, figures([slow(first), slow(second)])])
  assert.deepEqual([both?.says, both?.all], [0, 0])
})

test('runs that fail on one host are told by those that came to their end on others', () => {
  const run = (name: string, nodeName: string, phase: string) =>
    pod(name, { name, nodeName, phase, ready: false, owner: `Job/${name}`, 'pod-template-hash': undefined })
  const world = (elsewhere: string) => [
    exhibit('C1', 'list_pods', {
      pods: [run('sift-1', 'mill-1', 'Failed'), run('bake-7', 'mill-1', 'Pending'), run('sift-2', 'mill-2', elsewhere)],
      nodes: NODES,
    }),
  ]
  const ended = signs(world('Succeeded'))
  assert.deepEqual([ended?.all, ended?.splitSeveral, ended?.down], [1, 1, 1])
  const failed = signs(world('Failed'))
  assert.deepEqual([failed?.all, failed?.split], [0, 0])
})

test('a host that says when its own work will be done is not closed while all there are well', () => {
  const list = exhibit('C1', 'list_pods', {
    ...(listing(PODS.map((name) => pod(name))).result.data as object),
    nodes: NODES,
  })
  const says = (line: string) =>
    exhibit('C3', 'logs.query', { streams: [{ labels: { host: 'mill-1' }, lines: [{ at: at(3), line }] }] })
  const busy = figures([moved('node_disk_busy_ratio', { node: 'mill-1' }, 0.1, 0.9)])
  assert.notEqual(signs([list, busy, says('kernel: ERROR 73.2% of reads fail on sda')]), undefined)
  const check = says('kernel: md0: data-check 73.2% finish=30.1min speed=161980K/sec')
  assert.equal(signs([list, busy, check]), undefined)
  const slow = moved('mill_grind_seconds', { pod: `grinder-${HASH}-${PODS[0]}` }, 1, 40)
  assert.notEqual(signs([list, figures([slow]), check]), undefined, 'somebody there suffers')
})

test('a host is no candidate where the figures of all hosts went the same way', () => {
  const list = exhibit('C1', 'list_pods', {
    ...(listing(PODS.map((name) => pod(name))).result.data as object),
    nodes: NODES,
  })
  const filled = (...to: readonly number[]) =>
    signs([list, figures(to.map((last, index) => moved('node_sockets', { node: `mill-${index + 1}` }, 40, last)))])
  assert.equal(filled(2600, 2500, 2700), undefined)
  assert.equal(filled(2600, 40, 41)?.moved, 1)
  assert.equal(filled(2600, 2500, 41)?.moved, 1, 'one is well')
  assert.equal(filled(2600)?.moved, 1, 'nobody knows of the others')
})

test('no release is undone where two workloads suffer on one host and nowhere else', () => {
  const world = (elsewhere: string) => {
    const two = [released('grinder', 17), released('sifter', 9000)].map((one) => ({
      ...one,
      pods: one.pods.map((each, index) => (index === 0 ? each : { ...each, nodeName: elsewhere })),
    }))
    const [list, sets] = releasedWorld(...two) as [Exhibit, Exhibit]
    const listed = exhibit('C1', 'list_pods', { ...(list.result.data as object), nodes: NODES })
    const slow = figures([...slowSince('grinder', ['bcdfg']), ...slowSince('sifter', ['bcdfg'])])
    const well = saidBy('grinder', 'hjklm', 'INFO ground a sack', 'C9')
    return [listed, sets, slow, saidBy('grinder', 'bcdfg', 'ERROR no route to host'), well]
  }
  const release = ['rollback_deployment', 'grinder'] as const
  assert.deepEqual([signs(world('mill-2'))?.host, signsIn(world('mill-2'), release)], [1, undefined])
  assert.equal(signs(world('mill-1'))?.host, 0, 'nobody stands elsewhere')
  assert.notEqual(signsIn(world('mill-1'), release), undefined)
})

test('several pods of one workload suffer on a host as one does, unless the same is said elsewhere', () => {
  const world = (place: string) => {
    const [grinder, sifter] = [released('grinder', 9000), released('sifter', 9000)]
    const extra = { ...grinder.pods[0], name: `grinder-${NEW}-npqrs`, nodeName: 'mill-2' }
    const pods = [grinder.pods[0], { ...grinder.pods[1], nodeName: place }, extra, sifter.pods[0]]
    const deployments = [grinder, sifter].map((one) => one.deployment)
    const list = exhibit('C1', 'list_pods', { pods, deployments, nodes: NODES })
    const complaints = ['bcdfg', 'hjklm'].map((suffix, index) =>
      saidBy('grinder', suffix, 'ERROR cannot allocate memory', `C${index + 3}`),
    )
    return signs([list, ...complaints, saidBy('sifter', 'bcdfg', 'ERROR fork: not enough memory', 'C7')])
  }
  assert.deepEqual([world('mill-1')?.several, world('mill-1')?.all], [1, 1])
  assert.equal(world('mill-2')?.several, 0)
})

test('a host that calls itself well is told by those who fail on it alone, while their like is well elsewhere', () => {
  const world = (elsewhere: object, ready = true) => {
    const [grinder, sifter] = [released('grinder', 9000), released('sifter', 9000)]
    const pods = [grinder, sifter].flatMap((one) => [
      { ...one.pods[0], ready: false },
      { ...one.pods[1], nodeName: 'mill-2', ...elsewhere },
    ])
    const nodes = NODES.map((node, index) => (index === 0 ? { ...node, ready } : node))
    const deployments = [grinder, sifter].map((one) => one.deployment)
    return signs([exhibit('C1', 'list_pods', { pods, deployments, nodes })])
  }
  assert.deepEqual([world({})?.split, world({})?.splitSeveral, world({})?.down], [1, 1, 1])
  assert.equal(world({ ready: false })?.split, 0, 'they fail elsewhere too')
  assert.equal(world({}, false)?.split, 0, 'that it is bad is seen without it')
})

test('that a host began anew is no complaint of it, and another warning is', () => {
  const list = exhibit('C1', 'list_pods', { ...(listing([pod('bcdfg')]).result.data as object), nodes: NODES })
  const told = (reason: string) => {
    const event = { type: 'Warning', reason, object: 'Node/mill-1', message: `Node mill-1: ${reason}`, time: at(12) }
    return signs([list, exhibit('C4', 'get_events', { events: [event] })])?.state
  }
  assert.deepEqual(['Rebooted', 'DiskIsBroken'].map(told), [0, 1])
})

test('several replicas that stand on one host and apart from all their like speak against it', () => {
  const suffixes = ['bcdfg', 'hjklm', 'npqrs', 'tvwxz']
  const world = (slow: readonly string[]) => {
    const pods = suffixes.map((suffix, index) => pod(suffix, { nodeName: index < 2 ? 'mill-1' : 'mill-2' }))
    const list = exhibit('C1', 'list_pods', { ...(listing(pods).result.data as object), nodes: NODES })
    const shown = suffixes.map((suffix) =>
      moved('mill_grind_seconds', { pod: `grinder-${HASH}-${suffix}` }, 1, slow.includes(suffix) ? 40 : 1),
    )
    return signs([list, figures(shown)])?.apart
  }
  assert.equal(world(['bcdfg', 'hjklm']), 1)
  assert.equal(world(['bcdfg']), 0, 'one alone is an odd replica')
  assert.equal(world(['bcdfg', 'hjklm', 'npqrs']), 0, 'it is so elsewhere too')
})

test('a host is strange that came long after the others, or was installed otherwise than all of them', () => {
  const host = (name: string, days: number, kernel: string) => ({
    ...{ name, ready: true, creationTimestamp: at(days * 24 * 60), built: { kernelVersion: kernel } },
  })
  const world = (first: ReturnType<typeof host>, others = 3) => {
    const nodes = [first, ...['mill-2', 'mill-3', 'mill-4'].slice(0, others).map((name) => host(name, 90, '5.14'))]
    return exhibit('C1', 'list_pods', { ...(listing(PODS.map((name) => pod(name))).result.data as object), nodes })
  }
  const slow = figures([moved('mill_grind_seconds', { pod: `grinder-${HASH}-${PODS[0]}` }, 1, 40)])
  const strange = (...all: readonly Exhibit[]) => {
    const { built, newcomer, strangeIll } = signs(all) ?? {}
    return [built, newcomer, strangeIll]
  }
  assert.deepEqual(strange(world(host('mill-1', 90, '5.14')), slow), [0, 0, 0])
  assert.deepEqual(strange(world(host('mill-1', 90, '6.1')), slow), [1, 0, 1])
  assert.deepEqual(strange(world(host('mill-1', 1, '5.14')), slow), [0, 1, 1])
  assert.deepEqual(strange(world(host('mill-1', 1, '6.1'))), [1, 1, 0], 'nobody suffers there')
  assert.deepEqual(strange(world(host('mill-1', 1, '6.1'), 1), slow), [0, 0, 0], 'of two nobody is the strange one')
})

test('a host that is unlike the others is tied to the alert where several that suffer stand on it', () => {
  const [grinder, sifter] = [released('grinder', 9000), released('sifter', 9000)]
  const tie = (kernel: string, isSifterReady: boolean) => {
    const nodes = NODES.map((node, index) => ({ ...node, built: { kernelVersion: index === 0 ? kernel : '5.14' } }))
    const pods = [
      { ...grinder.pods[0], ready: false },
      { ...sifter.pods[0], ready: isSifterReady },
    ]
    const deployments = [grinder, sifter].map((one) => one.deployment)
    const all = weighedIn([exhibit('C1', 'list_pods', { pods, deployments, nodes })])
    return all.find(({ candidate }) => candidate.atFault.name === 'mill-1')?.step?.tie
  }
  assert.match(tie('6.1', false) ?? '', /unlike the other hosts/)
  assert.deepEqual([tie('5.14', false), tie('6.1', true)], [undefined, undefined])
})

test('a replica is the less likely to be at fault the more speaks against its host, where that is unlike all others', () => {
  const world = (kernel: string) => {
    const pods = PODS.map((suffix, index) => pod(suffix, { nodeName: `mill-${index + 1}` }))
    const nodes = NODES.map((node, index) => ({ ...node, built: { kernelVersion: index === 0 ? kernel : '5.14' } }))
    const list = exhibit('C1', 'list_pods', { ...(listing(pods).result.data as object), nodes })
    const odd = figures(
      PODS.map((suffix, index) =>
        moved('mill_jam_ratio', { pod: `grinder-${HASH}-${suffix}` }, 0.01, index === 0 ? 0.9 : 0.01),
      ),
    )
    return weighedIn([list, odd]).find(({ candidate }) => candidate.atFault.name === `grinder-${HASH}-${PODS[0]}`)
  }
  assert.ok((world('6.1')?.chance ?? 1) < (world('5.14')?.chance ?? 0))
})

test('closing a host keeps nobody away from it where only pods of a DaemonSet suffer there', () => {
  const world = (owner: string) => {
    const pods = [pod('bcdfg', { owner, ready: false })]
    return exhibit('C1', 'list_pods', { ...(listing(pods).result.data as object), nodes: NODES })
  }
  assert.equal(signs([world(`ReplicaSet/grinder-${HASH}`)])?.some, 1)
  assert.equal(signs([world('DaemonSet/grinder')]), undefined)
})

test('a host is not at fault for pods whose image a registry refuses, for it was reached from there', () => {
  const [first = '', second = ''] = PODS
  const pods = [pod(first, { ready: false, phase: 'Pending' }), pod(second, { nodeName: 'mill-2' })]
  const list = exhibit('C1', 'list_pods', { ...(listing(pods).result.data as object), nodes: NODES })
  const about = { namespace: 'mill', object: `Pod/grinder-${HASH}-${first}` }
  const event = (message: string) =>
    exhibit('C2', 'get_events', {
      events: [{ type: 'Warning', reason: 'Failed', message, count: 8, time: at(3), ...about }],
    })
  const some = (message: string) => signs([list, event(message)])?.some
  assert.equal(some('Failed to pull image "grinder:2": 429 Too Many Requests - toomanyrequests'), 0)
  assert.equal(some('Failed to pull image "grinder:2": dial tcp: i/o timeout'), 1)
})

test('whoever complains of one replica of somebody else tells of the host of that one', () => {
  const [grinder, sifter] = [released('grinder', 9000), released('sifter', 9000)]
  const [near, far] = [grinder.pods[0], { ...grinder.pods[1], nodeName: 'mill-2' }]
  const pods = [near, far, ...sifter.pods.map((one) => ({ ...one, nodeName: 'mill-3' }))]
  const deployments = [grinder, sifter].map((one) => one.deployment)
  const list = exhibit('C1', 'list_pods', { pods, deployments, nodes: NODES })
  const told = (line: string) => signs([list, saidBy('sifter', 'bcdfg', line, 'C7')])
  const accused = told(`ERROR flour of ${near?.name} is from tomorrow`)
  assert.deepEqual([accused?.all, accused?.split], [1, 1])
  assert.equal(told('ERROR flour is from tomorrow')?.all, 0)
})
