import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClusterFacts, DeploymentFact, Facts } from '../gate.ts'
import { restartGate } from './restart-gate.ts'
import { scaleGate } from './scale-gate.ts'

const WEB: DeploymentFact = { namespace: 'shop', name: 'web', replicas: 4, isPaused: false }

type Given = {
  web?: Partial<DeploymentFact>
  from?: number
  by?: string
  description?: string
  caller?: string
  lost?: number
  /** How many of its pods stand on a node. */
  placed?: number
}

function refusal(replicas: number, { web = {}, from, by, description = '', caller, lost, placed = 9 }: Given = {}) {
  const emptied = from === undefined ? undefined : { at: new Date(0), from, by }
  const askedByRelease = () => caller && { name: caller, revision: 7, at: new Date(0) }
  const asked = { emptiedOf: () => emptied, askedByRelease, takenBackOf: () => lost }
  const owner = { kind: 'ReplicaSet', name: 'web-6c9d8f7b5' }
  const podOf = (index: number) => ({
    namespace: 'shop',
    name: `web-${index}`,
    phase: 'Running',
    owner,
    nodeName: 'n1',
  })
  const waiting = { ...podOf(9), phase: 'Pending', nodeName: undefined }
  const pods = [waiting, ...Array.from({ length: placed }, (_, index) => podOf(index))]
  const cluster = { deployments: [{ ...WEB, ...web }], autoscalers: [], pods, ...asked }
  const facts = { cluster: cluster as unknown as ClusterFacts, replicaChangeMax: 0.5, describedAs: () => description }
  return scaleGate.whyNot({ namespace: 'shop', deployment: 'web', replicas }, facts as unknown as Facts)
}

test('a count beyond what policy allows is refused with what it would allow', () => {
  assert.equal(refusal(6), undefined)
  assert.match(refusal(9) ?? '', /MAX_REPLICA_CHANGE allows 50 %\. Allowed now: 2 to 6/)
  assert.match(refusal(0) ?? '', /at least 1 stays/)
})

test('who does not get the pods he asks for gets no more by asking for more', () => {
  assert.match(refusal(5, { placed: 3 }) ?? '', /^web has 3 of the 4 pods it asks for/)
  assert.equal(refusal(5, { placed: 4 }), undefined)
  assert.equal(refusal(3, { placed: 3 }), undefined)
})

test('what the release of a caller asks of it is not met with more replicas', () => {
  assert.match(
    refusal(5, { caller: 'shop-front' }) ?? '',
    /Revision 7 of shop-front .* more replicas of web would only feed/,
  )
  assert.equal(refusal(3, { caller: 'shop-front' }), undefined)
})

test('what was given and soon taken back is not given again; fewer may be wanted', () => {
  assert.match(refusal(5, { lost: 6 }) ?? '', /web was given 6 replicas and soon lost them again/)
  assert.equal(refusal(3, { lost: 6 }), undefined)
})

test('what stands at zero comes back only where an event tells from how many, and nothing says that it was meant', () => {
  const web = { replicas: 0 }
  assert.equal(refusal(3, { web, from: 3 }), undefined)
  assert.match(refusal(4, { web, from: 3 }) ?? '', /at most 3 is allowed/)
  assert.match(refusal(3, { web }) ?? '', /nobody knows whether that was meant/)
})

test('what was put away on purpose stays away: by its marks, its pause, its owner or what people wrote of it', () => {
  const marked = (marks: Record<string, string>) => refusal(3, { web: { replicas: 0, marks }, from: 3 }) ?? ''
  assert.match(marked({ 'ops/retired-since': '2026-10-01' }), /put away on purpose \(ops\/retired-since: 2026-10-01\)/)
  assert.match(marked({ note: '已迁移到 payments-v2' }), /put away on purpose/)
  assert.equal(marked({ 'ops/maintenance': 'false', team: 'shop' }), '')
  assert.match(refusal(3, { web: { replicas: 0, isPaused: true }, from: 3 }) ?? '', /paused and at zero/)
  assert.match(refusal(5, { web: { controller: 'Shop web' } }) ?? '', /Shop web makes deployment web/)
  const description = 'Takes orders. Decommissioned in May, replaced by web-v2.'
  assert.match(refusal(3, { web: { replicas: 0 }, from: 3, description }) ?? '', /environment context says of web/)
})

test('what another scaler put to sleep is his to wake', () => {
  const by = 'ScaledObject web'
  assert.match(
    refusal(3, { web: { replicas: 0 }, from: 3, by }) ?? '',
    /ScaledObject web scaled web to zero and decides/,
  )
})

test('what somebody asked to leave alone is not changed, whatever the step', () => {
  const forbidden = (marks: Record<string, string>) => refusal(5, { web: { marks } }) ?? ''
  assert.match(forbidden({ notice: 'Load test until 15:00: do not scale, do not restart.' }), /Somebody forbade .* web/)
  assert.match(forbidden({ 'ops/hands-off': 'true' }), /only a person decides otherwise/)
  assert.match(forbidden({ note: '压测中，请勿扩容' }), /Somebody forbade/)
  assert.equal(forbidden({ 'ops/do-not-scale': 'false', note: 'scale with care' }), '')
  const web = { ...WEB, marks: { 'ops/do-not-touch': 'yes' } }
  const of = (kind: string, owner: string, name: string) => ({ namespace: 'shop', name, owner: { kind, name: owner } })
  const pods = [of('ReplicaSet', 'web-7d4b9c6f5', 'web-1'), of('StatefulSet', 'web-api', 'web-api-0')]
  const cluster = { deployments: [web], pods, nodes: [], autoscalers: [] } as unknown as ClusterFacts
  const facts = { cluster, isProvenAtFault: () => true } as unknown as Facts
  const whyNot = (pod_name: string) => restartGate.whyNot({ namespace: 'shop', pod_name }, facts) ?? ''
  assert.match(whyNot('web-1'), /Somebody forbade/)
  assert.doesNotMatch(whyNot('web-api-0'), /Somebody forbade/)
})

test('a name, a word about the file and what never happened are no purpose and no order', () => {
  const zero = (marks: Record<string, string>) => refusal(3, { web: { replicas: 0, marks }, from: 3 })
  assert.equal(zero({ 'app.kubernetes.io/name': 'order-archiver', team: 'migration' }), undefined)
  const innocent = ['DO NOT EDIT - managed by Terraform', 'never restarted since 2021', '内部服务，请勿外传']
  for (const note of innocent) assert.equal(refusal(5, { web: { marks: { note } } }), undefined, note)
  const telling = ['don’t restart', 'must not be scaled', 'do  not\nscale', '严禁重启', '禁止扩容']
  for (const note of telling) assert.match(refusal(5, { web: { marks: { note } } }) ?? '', /Somebody forbade/, note)
})
