import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDS } from '../../../../test/world/mind/analysis-of.ts'
import { minutesAgo, node } from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import type { Exhibit } from '../evidence.ts'
import { createStepJudge } from './judge-step.ts'
import { workOver } from './work-over.ts'

const CLOSED = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: minutesAgo(120) }
const OUTSIDE = { job: 'board-swap', host: 'shed-1' }

type Line = readonly [minutes: number, said: string, labels?: Readonly<Record<string, string>>]

async function isOver(...said: readonly Line[]): Promise<boolean> {
  const seen = await clusterSceneOf({
    objects: [node('comb-7', { unschedulable: true, taints: [CLOSED] })],
    alertName: 'KubeNodeUnschedulable',
    labels: { node: 'comb-7', namespace: '' },
  })
  const streams = said.map(([minutes, line, labels = OUTSIDE]) => ({
    labels,
    lines: [{ at: minutesAgo(minutes), line }],
  }))
  const logged: Exhibit = {
    ...{ id: 'C9', plugin: 'logs.query', parameters: {} },
    result: { success: true, data: { streams }, message: '' },
  }
  const scene = { ...seen, exhibits: [...seen.exhibits, logged] }
  const [closed] = scene.cluster?.nodes ?? []
  assert.ok(closed)
  return workOver(closed, scene) !== undefined
}

const CHECKED: Line = [80, 'comb-7: up, checks 9/9 passed']
const UNOPENED: Line = [79, 'comb-7: uncordon failed: connection refused']

test('who closed a node, checked it and was to open it again is done with it', async () => {
  assert.equal(await isOver([119, 'comb-7: cordon, drain'], CHECKED, UNOPENED), true)
  assert.equal(await isOver([80, 'comb-7 patched, all checks green, maintenance closed, back in service']), true)
  assert.equal(await isOver([80, 'step 4 of 5: checks passed', { job: 'shed', target: 'comb-7' }], UNOPENED), false)
})

test('what is not all checked, or not said to be opened, is not over', async () => {
  assert.equal(await isOver(CHECKED), false)
  assert.equal(await isOver(UNOPENED), false)
  assert.equal(await isOver([80, 'comb-7: up, checks 8/9 passed'], UNOPENED), false)
  assert.equal(await isOver([80, 'comb-4: up, checks 9/9 passed'], UNOPENED), false)
})

test('a word since, that it stays closed or that work goes on, counts more', async () => {
  assert.equal(await isOver(CHECKED, UNOPENED, [70, 'comb-7 stays closed until the second board has come']), false)
  assert.equal(await isOver(CHECKED, UNOPENED, [70, 'comb-7: cordon']), false)
  assert.equal(await isOver(CHECKED, UNOPENED, [70, 'disk errors on comb-7', { job: 'smart' }]), false)
  assert.equal(
    await isOver(CHECKED, UNOPENED, [70, 'user=ida name=comb-7 spec.unschedulable=true', { job: 'audit' }]),
    false,
  )
})

test('words of before the closing, of a program of the cluster or of the node itself prove nothing', async () => {
  assert.equal(await isOver([300, CHECKED[1]], [299, UNOPENED[1]]), false)
  const program = { namespace: 'shop', pod: 'web-1', app: 'web' }
  assert.equal(await isOver([80, CHECKED[1], program], [79, UNOPENED[1], program]), false)
  const itself = { job: 'syslog', host: 'comb-7' }
  assert.equal(await isOver([80, 'checks passed', itself], [79, 'uncordon failed', itself]), false)
})

test('the number of an order carries on what was said of its node', async () => {
  const said: Line = [80, 'CHG-77 comb-7: memtest 20 h passed, no errors, it may take load again']
  assert.equal(
    await isOver([110, 'CHG-77 comb-7: replace board'], said, [79, 'CHG-77 closed; left open: uncordon']),
    true,
  )
  const begun: Line = [80, 'CHG-77 comb-7: memtest passed']
  const left: Line = [79, 'CHG-77 closed; left open: uncordon']
  assert.equal(await isOver(begun, left), true)
  assert.equal(await isOver(begun, [79, 'CHG-78 closed; left open: uncordon']), false)
  assert.equal(await isOver(begun, left, [70, 'CHG-77 reopened: comb-7 stays closed']), false)
})

test('why a node was closed is for a person to weigh who wants it opened, and for nobody else', async () => {
  const scene = await clusterSceneOf({
    objects: [node('comb-7', { unschedulable: true, taints: [CLOSED] })],
    alertName: 'KubeNodeUnschedulable',
    labels: { node: 'comb-7', namespace: '' },
  })
  const action = { plugin: 'cordon_node', parameters: { node: 'comb-7', uncordon: true }, why: 'It is mended.' }
  const judged = (given: { isHandedIn?: true }) =>
    createStepJudge({ hands: HANDS, scene, findings: [], personSaid: 'comb-7', ...given })(action)
  assert.match(Object.values(judged({})).join(), /^Only a person lets pods back on node comb-7/)
  assert.ok('step' in judged({ isHandedIn: true }))
})
