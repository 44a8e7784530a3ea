import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exhibit, listing, pod, sceneOf } from '../../../../test/world/scene/mill-scene.ts'
import { tieOf } from './ties.ts'

test('whose configuration names the very queue that a label names is tied to the alert', () => {
  const described = (value: string) => {
    const containers = [{ name: 'grinder', env: [{ name: 'QUEUES', value }] }]
    return exhibit('C7', 'describe_pod', { pod: { ...pod('bcdfg'), containers } })
  }
  const why = (value: string, labels: Record<string, string>) => {
    const subject = { labels, text: 'Sacks wait', namespace: 'bakery' }
    const scene = sceneOf([listing([pod('bcdfg')]), described(value)], subject)
    const given = { scene, cluster: scene.cluster, findings: [], sessions: [], personSaid: '' }
    return tieOf(given)({ kind: 'Deployment', namespace: 'mill', name: 'grinder' })
  }
  assert.match(why('sacks.full,sacks.empty', { topic: 'sacks.full' }) ?? '', /names sacks\.full/)
  assert.equal(why('sacks.fuller', { topic: 'sacks.full' }), undefined)
  assert.equal(why('critical', { severity: 'critical' }), undefined)
})

test('whose own figure is counted by the very name that a label gives is tied to the alert', () => {
  const measured = (labels: Record<string, string>) => {
    const metric = { __name__: 'sacks_held', namespace: 'mill', ...labels }
    return exhibit('C7', 'metrics.query_range', { changes: [{ metric, from: 3, to: 90, last: 90, strength: 0.9 }] })
  }
  const why = (of: Record<string, string>, labels: Record<string, string>) => {
    const scene = sceneOf([listing([pod('bcdfg')]), measured(of)], { labels, text: 'Sacks wait', namespace: 'bakery' })
    const given = { scene, cluster: scene.cluster, findings: [], sessions: [], personSaid: '' }
    return tieOf(given)({ kind: 'Deployment', namespace: 'mill', name: 'grinder' })
  }
  const { name } = pod('bcdfg') as { name: string }
  assert.match(why({ pod: name, queue: 'sacks.full' }, { queue: 'sacks.full' }) ?? '', /bears sacks\.full/)
  assert.equal(why({ pod: name, queue: 'sacks.empty' }, { queue: 'sacks.full' }), undefined)
  assert.equal(why({ queue: 'sacks.full' }, { queue: 'sacks.full' }), undefined)
  assert.equal(why({ pod: name, severity: 'critical' }, { severity: 'critical' }), undefined)
})

test('nothing ties a stranger, where he stands no more than when his release came; a person who names him does', () => {
  const scene = sceneOf([listing([pod('bcdfg')])], { labels: {}, text: 'Sacks wait', namespace: 'mill' })
  const who = { kind: 'Deployment', namespace: 'mill', name: 'grinder' }
  const why = (strangers: (typeof who)[], personSaid = '') =>
    tieOf({ scene: { ...scene, strangers }, cluster: scene.cluster, findings: [], sessions: [], personSaid })(who)
  assert.notEqual(why([]), undefined)
  assert.equal(why([who]), undefined)
  assert.equal(why([who], 'undo grinder'), 'a person named it')
})
