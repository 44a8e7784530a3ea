/** A person who is not content says where to look, and is heard without a model. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClusterObject } from '../../src/ports/cluster.ts'
import { startMindService } from '../world/mind/mind-service.ts'
import { obedientModel } from '../world/model/obedient-model.ts'
import { deployment, pod } from '../world/scene/cluster-objects.ts'

const PLACE = 'books'
const POD = 'ledger-1-ccccc'
const CLUE = 'ERROR cannot write page 9: vellum torn'

const moved = (one: ClusterObject): ClusterObject => ({ ...one, metadata: { ...one.metadata, namespace: PLACE } })

type Event = { type: string; data: { tool?: string; parameters?: Record<string, unknown>; by?: string } }

/** Only the place of a call is looked at. */
const looked = (events: readonly Event[]) =>
  events.flatMap(({ type, data: { tool = '', parameters: { namespace } = {} } }) =>
    type === 'tool_call' && namespace === PLACE ? [tool] : [],
  )

test('a note that names somebody elsewhere is looked into, and the answer says who was looked at and why', async (t) => {
  const { diagnose, diagnosed, service } = await startMindService(t, {
    script: obedientModel(),
    isAlone: true,
    clue: 'order 4710 taken',
    beside: {
      objects: [...deployment('ledger', { replicas: 1 }), pod(POD, { owner: 'ReplicaSet/ledger-1', node: 'n-1' })].map(
        moved,
      ),
      podLogs: [{ namespace: PLACE, container: 'app', previous: false, pod: POD, lines: [CLUE, CLUE] }],
    },
  })
  const first = await diagnose()
  assert.deepEqual(looked(first.events as Event[]), [])
  const body = { decision: 'rediagnose', comment: '请再看一下 ledger' }
  assert.equal((await service.ask('POST', `/api/incidents/${first.id}/decision`, { body })).status, 200)
  const { diagnosis, events, proposal } = await diagnosed(first.id)
  assert.equal(diagnosis.version, 2)
  assert.match(diagnosis.conclusion, /these were looked at too: Deployment books\/ledger \(the note names it\)\./)
  assert.ok(looked(events as Event[]).includes('get_pod_logs'), looked(events as Event[]).join())
  assert.match([diagnosis.conclusion, ...diagnosis.key_findings].join('\n'), /vellum torn/)
  assert.equal(proposal, null)
})
