import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingOf, HANDS } from '../../../../test/world/mind/analysis-of.ts'
import { deployment, node, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import type { Exhibit } from '../evidence.ts'
import { createStepJudge } from './judge-step.ts'

const of = (image: string) => ({ containers: [{ name: 'app', image }] })
const RELEASED = [
  ...deployment('checkout', { revisions: [9000, 30].map((age, at) => ({ template: of(`app:${at + 1}`), age })) }),
  pod('checkout-2-aaaaa', { owner: 'ReplicaSet/checkout-2', node: 'node-1', age: 30 }),
  node('node-1'),
]
const UNDO = {
  plugin: 'rollback_deployment',
  parameters: { namespace: 'shop', deployment: 'checkout' },
  why: 'It began with revision 2.',
}
const FORBIDDEN = /^It is to be left alone, as was logged/

async function refusalOf(app: string, line: string, given: { isHandedIn?: true } = {}): Promise<string> {
  const seen = await clusterSceneOf({
    objects: RELEASED,
    alertName: 'CheckoutErrors',
    labels: { namespace: 'shop', deployment: 'checkout' },
    text: '',
  })
  const logged: Exhibit = {
    id: 'C9',
    plugin: 'logs.query',
    parameters: {},
    result: {
      success: true,
      data: { streams: [{ labels: { namespace: 'shop', app }, lines: [{ at: '2026-01-01T08:00:00Z', line }] }] },
      message: '',
    },
  }
  const scene = { ...seen, exhibits: [...seen.exhibits, logged] }
  const findings = [findingOf({ subject: { kind: 'Deployment', namespace: 'shop', name: 'checkout' } })]
  const judged = createStepJudge({ hands: HANDS, scene, findings, personSaid: '', ...given })(UNDO)
  return 'refusal' in judged ? judged.refusal : ''
}

test('what was logged of whom a step would touch keeps it away, by a calendar or by himself', async () => {
  assert.match(
    await refusalOf('calendar', 'tonight: checkout writes the new schema, do not roll back checkout'),
    FORBIDDEN,
  )
  assert.match(await refusalOf('checkout', 'INFO schema 2 of 3, must not be rolled back'), FORBIDDEN)
  assert.match(await refusalOf('calendar', 'Please leave checkout alone until 15:30'), FORBIDDEN)
  assert.match(await refusalOf('日历', 'checkout 今晚升级，请勿回滚 checkout'), FORBIDDEN)
})

test('of others, of other deeds and of what fails it says nothing', async () => {
  assert.doesNotMatch(await refusalOf('basket', 'INFO schema 2 of 3, must not be rolled back'), FORBIDDEN)
  assert.doesNotMatch(await refusalOf('checkout', 'WARN clients must not be cached'), FORBIDDEN)
  assert.doesNotMatch(await refusalOf('checkout', 'ERROR cannot roll back: no savepoint'), FORBIDDEN)
})

test('a person who writes the step himself has read it', async () => {
  const refusal = await refusalOf('checkout', 'INFO schema 2 of 3, must not be rolled back', { isHandedIn: true })
  assert.doesNotMatch(refusal, FORBIDDEN)
})
