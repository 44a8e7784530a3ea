import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { CONTAINER_ANALYZERS } from '../../findings/analyzers.ts'
import { strangersAside } from '../../findings/strangers.ts'

const FAILING = `${minutesAgo(4)} ERR Nearby failed: rpc error: code = Unavailable`

function shop(words: string, unreadyMinutes = 20) {
  const status = { ...crashing(), conditions: [condition('Ready', 'False', 'ContainersNotReady', unreadyMinutes)] }
  return {
    alertName: 'HighErrorRate',
    labels: { deployment: 'front' },
    objects: [
      ...deployment('front'),
      pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1' }),
      ...deployment('places'),
      pod('places-1-aaaaa', { owner: 'ReplicaSet/places-1', status }),
    ],
    logs: [
      { pod: 'front-1-aaaaa', lines: [words] },
      { pod: 'places-1-aaaaa', previous: true, lines: ['panic: not authorized on places-db to execute command'] },
    ],
  }
}

async function causes(picture: ReturnType<typeof shop>) {
  const scene = await clusterSceneOf(picture)
  const findings = CONTAINER_ANALYZERS.flatMap((analyze) => analyze(scene))
  return strangersAside(findings, scene).filter(({ weight }) => weight === 'cause')
}

test('where the subject names nobody, whoever crashes beside it is the likely cause, and is left alone', async () => {
  const [found, ...others] = await causes(shop(FAILING))
  assert.match(found?.statement ?? '', /pod places-1-aaaaa keeps ending.*not authorized.*probably come from there/)
  assert.deepEqual([found?.confidence, found?.actions, others], [0.55, [], []])
})

test('where the subject names a host, its word counts', async () => {
  const found = await causes(
    shop(`${minutesAgo(4)} ERR dial tcp: connect to ledger.example.net:443: connection refused`),
  )
  assert.ok(found.every(({ statement }) => !statement.includes('places')))
})

test('what was broken days before the alert is not its cause', async () => {
  assert.deepEqual(await causes(shop(FAILING, 3 * 24 * 60)), [])
})
