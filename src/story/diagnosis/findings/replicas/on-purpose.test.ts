import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { onPurpose } from './no-replicas.ts'

type Marks = Record<string, string>

/** The ledger at this count, with these annotations. */
function ledger(replicas: number, annotations: Marks, isPaused = false) {
  const [own, ...others] = deployment('ledger', { replicas }) as [
    { metadata: { annotations: Marks }; spec: object },
    ...object[],
  ]
  const metadata = { ...own.metadata, annotations: { ...own.metadata.annotations, ...annotations } }
  return [{ ...own, metadata, spec: { ...own.spec, ...(isPaused && { paused: true }) } }, ...others]
}

const findingsOf = async (labels: Marks, objects: readonly object[]) => {
  const scene = await clusterSceneOf({ alertName: 'ConsumerLag', labels, objects: objects as never })
  return { scene, findings: onPurpose(scene) }
}

test('what was put away is told in the words of who did it, by whatever label the alert names it', async () => {
  const away = ledger(0, { 'ops.example/retired': '2026-05-01 replaced by ledger-v2 (LED-7)' })
  for (const labels of [{ deployment: 'ledger' }, { consumergroup: 'ledger', namespace: 'shop' }]) {
    const { scene, findings } = await findingsOf(labels as Marks, away)
    const { statement, actions } = onlyFinding(findings, scene)
    assert.match(statement, /shop\/ledger has no pods because it is scaled to zero on purpose: .*replaced by ledger-v2/)
    assert.deepEqual(actions, [])
  }
})

test('a rollout that was paused with a reason is no recovery', async () => {
  const why = { 'ops.example/paused-by': 'r.castellano', 'ops.example/pause-reason': 'compare until Thursday' }
  const { scene, findings } = await findingsOf({ deployment: 'ledger' }, ledger(2, why, true))
  const { statement } = onlyFinding(findings, scene)
  assert.match(statement, /its rollout is paused on purpose: .*r\.castellano.*compare until Thursday/)
})

test('where nobody says that it was meant, and for what the alert does not name, nothing is claimed', async () => {
  assert.deepEqual((await findingsOf({ deployment: 'ledger' }, ledger(0, { team: 'money' }))).findings, [])
  const away = ledger(0, { 'ops.example/retired': 'yes' })
  assert.deepEqual((await findingsOf({ deployment: 'front' }, [...away, ...deployment('front')])).findings, [])
})
