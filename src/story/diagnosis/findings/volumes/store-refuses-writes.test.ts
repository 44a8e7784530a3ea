import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { storeRefusesWrites } from './store-refuses-writes.ts'

const FLOOD = `${minutesAgo(30)} WARN flood stage disk watermark [95%] exceeded on [a1][search-0] free: 2gb[4%]`
const REFUSED = `${minutesAgo(4)} ERROR bulk failed status=403 cluster_block_exception index [goods] read-only-allow-delete`
const SPEC = { containers: [{ name: 'app', image: 'app:1', env: [{ name: 'STORE', value: 'http://search:9200' }] }] }

function shop(said: string, ofStore: readonly string[]) {
  return {
    alertName: 'HighErrorRate',
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web', { revisions: [{ template: SPEC }] }),
      ...deployment('search'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: SPEC }),
      pod('search-1-aaaaa', { owner: 'ReplicaSet/search-1' }),
    ],
    logs: [
      { pod: 'web-1-aaaaa', lines: [said] },
      { pod: 'search-1-aaaaa', lines: ofStore },
    ],
  }
}

test('a store that blocks writes for want of disk is the cause of what its writers are told', async () => {
  const scene = await clusterSceneOf(shop(REFUSED, [FLOOD]))
  const found = onlyFinding(storeRefusesWrites(scene), scene)
  assert.match(found.statement, /Pod search-1-aaaaa \(Deployment search\) refuses writes.*flood stage disk watermark/)
  assert.match(found.statement, /Pod web-1-aaaaa is refused: .*cluster_block_exception/)
  assert.deepEqual([found.actions, found.confidence], [[], 0.9])
})

test('a block that was lifted, or that nobody ran into, is no finding', async () => {
  const lifted = [FLOOD, `${minutesAgo(2)} INFO read-only block on index [goods] released`]
  assert.deepEqual(storeRefusesWrites(await clusterSceneOf(shop(REFUSED, lifted))), [])
  const other = `${minutesAgo(4)} ERROR order 12 has no lines`
  assert.deepEqual(storeRefusesWrites(await clusterSceneOf(shop(other, [FLOOD]))), [])
})
