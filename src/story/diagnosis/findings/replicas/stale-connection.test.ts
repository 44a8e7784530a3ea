import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { isErrorLine } from '../../signals/said-lines.ts'
import { staleConnection } from './stale-connection.ts'

const NAMES = ['web-1-aaaaa', 'web-1-bbbbb', 'web-1-ccccc'] as const
const OBJECTS = [...deployment('web'), ...NAMES.map((name) => pod(name, { owner: 'ReplicaSet/web-1' }))]
const OFTEN = [50, 40, 30, 20, 10, 2]
const WORKING = [9, 4, 1].map((at) => `${minutesAgo(at)} INFO order stored`)

function saying(line: string, at = OFTEN): string[] {
  return at.map((ago) => `${minutesAgo(ago)} ${line}`)
}

function sceneOf(...logs: readonly (readonly string[])[]) {
  return signalSceneOf({
    labels: { deployment: 'web', service: 'web' },
    objects: OBJECTS,
    logs: NAMES.map((name, at) => ({ pod: name, lines: logs[at] ?? WORKING })),
  })
}

const WORDINGS = [
  '{"level":50,"err":{"code":"25006","message":"cannot execute INSERT in a read-only transaction"}}',
  'ERROR: cannot execute UPDATE in a read-only transaction (SQLSTATE 25006)',
  "ERROR READONLY You can't write against a read only replica.",
  'ERROR 1290 (HY000): The MySQL server is running with the --read-only option so it cannot execute this statement',
]

for (const line of WORDINGS)
  test(`one replica of three that is refused writes is restarted: ${line.slice(0, 40)}`, async () => {
    const scene = await sceneOf(saying(line))
    const found = onlyFinding(staleConnection(scene), scene)
    assert.match(found.statement, /Only pod web-1-aaaaa of 3 replicas still writes to a server that only reads/)
    assert.deepEqual(
      found.actions.map(({ plugin, parameters }) => [plugin, parameters.pod_name]),
      [['restart_pod', 'web-1-aaaaa']],
    )
  })

const [LINE = ''] = WORDINGS

test('where all are refused, or it is long past, it is not the matter of one process', async () => {
  assert.deepEqual(staleConnection(await sceneOf(saying(LINE), saying(LINE), saying(LINE))), [])
  assert.deepEqual(staleConnection(await sceneOf(saying(LINE, [80, 70, 60]))), [])
})

test('siblings of which nothing is heard prove nothing, nor do two lines', async () => {
  const still = [`${minutesAgo(80)} INFO order stored`]
  const quiet = await sceneOf(saying(LINE), still, still)
  assert.deepEqual(onlyFinding(staleConnection(quiet), quiet).actions, [])
  const seldom = await sceneOf(saying(LINE, [9, 2]))
  assert.deepEqual(onlyFinding(staleConnection(seldom), seldom).actions, [])
})

test('levels are read as numbers and behind a name too', () => {
  const errors = ['{"level":50,"msg":"x"}', '2026-01-01T00:00:00Z prisma:error', 'production.ERROR: x', '{"level": 60}']
  for (const said of errors) assert.equal(isErrorLine({ said }), true, said)
  const others = ['{"level":30,"msg":"x"}', 'prisma:info Starting a pool', '{"level":500}', 'prisma:warn x']
  for (const said of others) assert.equal(isErrorLine({ said }), false, said)
})
