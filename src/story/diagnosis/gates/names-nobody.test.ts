import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingOf, HANDS } from '../../../../test/world/mind/analysis-of.ts'
import { deployment, node, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import { createStepJudge } from './judge-step.ts'

const of = (image: string) => ({ containers: [{ name: 'app', image }] })
const BROKEN = [
  ...deployment('checkout', { revisions: [9000, 30].map((age, at) => ({ template: of(`app:${at + 1}`), age })) }),
  pod('checkout-2-aaaaa', { owner: 'ReplicaSet/checkout-2', node: 'node-1', age: 30 }),
  node('node-1'),
]
const UNDO = {
  plugin: 'rollback_deployment',
  parameters: { namespace: 'shop', deployment: 'checkout' },
  why: 'It began with revision 2.',
}

async function refusalOf(
  text: string,
  more: { labels?: Record<string, string>; isHandedIn?: true; happened?: string; measured?: string } = {},
) {
  const { labels = {}, happened = '', measured, ...given } = more
  const alert = { alertName: 'Feedback', labels: { namespace: '', ...labels }, text }
  const seen = await clusterSceneOf({ objects: BROKEN, ...alert })
  const events = [{ kind: 'Node', name: 'node-1', reason: 'ScheduledEvent', message: happened }]
  const changes = [{ metric: { __name__: 'orders', flow: measured }, from: 30, to: 0, last: 0, strength: 0.9 }]
  const figures = {
    id: 'C9',
    plugin: 'metrics.query_range',
    parameters: {},
    result: { success: true, data: { changes } },
  }
  const exhibits = measured === undefined ? seen.exhibits : [...seen.exhibits, figures]
  const scene = { ...seen, exhibits, cluster: { ...seen.cluster, events } } as unknown as typeof seen
  const findings = [findingOf({ subject: { kind: 'Deployment', namespace: 'shop', name: 'checkout' } })]
  const judged = createStepJudge({ hands: HANDS, scene, findings, personSaid: '', ...given })(UNDO)
  return 'refusal' in judged ? judged.refusal : ''
}

test('for an alert whose words and labels name nothing that runs here, nothing is changed, whatever is broken', async () => {
  for (const text of ['Our guests are unhappy, something feels strange since noon', '客人很不满意', ''])
    assert.match(await refusalOf(text), /^The alert names nothing that runs here/, text)
})

test('a word, a label, a namespace or a person that names somebody is enough for the gates to judge', async () => {
  const named = [
    await refusalOf('checkout answers nobody'),
    await refusalOf('nobody can pay', { labels: { product: 'checkout' } }),
    await refusalOf('nobody can pay', { labels: { namespace: 'shop' } }),
    await refusalOf('nobody can pay', { isHandedIn: true }),
  ]
  for (const refusal of named) assert.doesNotMatch(refusal, /names nothing/)
})

test('the number an alert gives ties it to the cluster where an event there bears the same', async () => {
  const text = 'One of your instances will be retired, reference evt-0c41'
  assert.doesNotMatch(await refusalOf(text, { happened: 'retirement evt-0c41' }), /names nothing/)
  assert.match(await refusalOf(text, { happened: 'retirement evt-0c42' }), /names nothing/)
})

test('what a label names is no object here, and a figure that moved is counted by it', async () => {
  const labels = { flow: 'one-page' }
  assert.match(await refusalOf('No orders', { labels }), /names nothing/)
  assert.match(await refusalOf('No orders', { labels, measured: 'classic' }), /names nothing/)
  assert.doesNotMatch(await refusalOf('No orders', { labels, measured: 'one-page' }), /names nothing/)
})
