import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inChinese } from '../../words/in-chinese.ts'
import type { PlannedAction } from '../incident/proposal.ts'
import { describeAction, describeUndo } from './describe-plan.ts'

const planned = (given: object) =>
  ({ targets: [], changes: [], rollback: { impossible: '' }, ...given }) as unknown as PlannedAction

const SCALE = planned({
  plugin: 'scale_deployment',
  parameters: { namespace: 'shop', deployment: 'web', replicas: 3 },
  targets: [{ system: 'kubernetes', kind: 'Deployment', namespace: 'shop', name: 'web' }],
  changes: [{ field: 'spec.replicas', from: '2', to: '3' }],
  rollback: { plugin: 'scale_deployment', parameters: { replicas: 2 } },
})
const RESTART = planned({
  plugin: 'restart_pod',
  parameters: { pod: 'web-1' },
  targets: [{ system: 'kubernetes', kind: 'Pod', namespace: 'shop', name: 'web-1' }],
  changes: [
    { field: 'pod', from: 'web-1, since 2026-01-01T10:00:00Z', to: 'a new pod of ReplicaSet web-5f' },
    { field: 'PodDisruptionBudget web', from: 'allows no disruption now', to: 'not asked: a deletion goes past it' },
  ],
})
const END = planned({
  plugin: 'terminate_query',
  parameters: { pid: 7 },
  targets: [{ system: 'database', kind: 'backend', name: 'shop/7' }],
  changes: [
    {
      field: 'session 7 of database shop (app, psql, local)',
      from: 'active: SELECT 1',
      to: 'ended, its transaction undone',
    },
  ],
})

test('the steps of a plan are told in Chinese, names and values as they are', () => {
  assert.deepEqual(
    [SCALE, RESTART, END, planned({ plugin: 'shell.exec_write', parameters: { command: 'a b' } })]
      .map(describeAction)
      .map(inChinese),
    [
      '在 Deployment shop/web 上运行 scale_deployment（namespace: shop, deployment: web, replicas: 3）：spec.replicas 2 → 3。',
      '在 Pod shop/web-1 上运行 restart_pod（pod: web-1）：Pod web-1（始于 2026-01-01T10:00:00Z）→ ReplicaSet web-5f 的新 Pod；PodDisruptionBudget web 目前不允许中断 → 不予询问：删除不受其约束。',
      '在 backend shop/7 上运行 terminate_query（pid: 7）：数据库 shop 的会话 7（app, psql, local）active: SELECT 1 → 已终止，其事务回滚。',
      '对其目标运行 shell.exec_write（command: a b）。',
    ],
  )
  assert.equal(inChinese(describeUndo(SCALE)), 'scale_deployment 通过 scale_deployment（replicas: 2）回滚。')
})
