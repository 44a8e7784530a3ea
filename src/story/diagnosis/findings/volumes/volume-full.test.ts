import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { volumeFull } from './volume-full.ts'

const GIB = 2 ** 30
const CLAIM = 'data-broker-0'
const ALERT = { alertName: 'KubePersistentVolumeFillingUp', labels: { persistentvolumeclaim: CLAIM, job: 'kubelet' } }
const NO_SPACE = {
  pod: 'broker-0',
  previous: true,
  lines: [`${minutesAgo(3)} FATAL write /data/7.log: no space left on device`],
}

function broker(...claims: readonly string[]) {
  const volumes = claims.map((claimName, at) => ({ name: `v${at}`, persistentVolumeClaim: { claimName } }))
  return [
    object('StatefulSet', 'broker', {
      spec: { replicas: 1, template: { spec: { containers: [{ name: 'app', image: 'broker:2' }] } } },
      status: { replicas: 1, readyReplicas: 0 },
    }),
    ...claims.map((name) => object('PersistentVolumeClaim', name, { spec: {}, status: { phase: 'Bound' } })),
    pod('broker-0', {
      owner: 'StatefulSet/broker',
      status: crashing(),
      spec: { containers: [{ name: 'app', image: 'broker:2' }], volumes },
    }),
  ]
}

function measured(claim: string, free: readonly number[]) {
  const labels = { namespace: 'shop', persistentvolumeclaim: claim }
  return [
    { name: 'kubelet_volume_stats_available_bytes', labels, values: free.map((one) => one * GIB) },
    { name: 'kubelet_volume_stats_capacity_bytes', labels, values: steady(50 * GIB) },
  ]
}

test('a full volume is told with its numbers and the words of who writes to it', async () => {
  const series = measured(CLAIM, [...steady(2, 60), ...steady(0, 30)])
  const scene = await signalSceneOf({ ...ALERT, objects: broker(CLAIM), logs: [NO_SPACE], series })
  const found = onlyFinding(volumeFull(scene), scene)
  assert.match(found.statement, /claim data-broker-0 is full: 0 B of 50 GiB are free \(0 %\); 2 GiB were free at/)
  assert.match(found.statement, /Pod broker-0 says: "FATAL write \/data\/7\.log: no space left on device"/)
  assert.match(found.statement, /used by pod broker-0 \(not ready, 6 restarts\)/)
  assert.equal(found.confidence, 0.95)
  assert.deepEqual(found.actions, [])
})

test('a volume with room is no matter, and neither is the full one of somebody else', async () => {
  const series = [...measured(CLAIM, steady(30)), ...measured('data-other-0', steady(0))]
  assert.deepEqual(volumeFull(await signalSceneOf({ ...ALERT, objects: broker(CLAIM), series })), [])
})

test('a volume that is filling up is told as such, with the time that is left', async () => {
  const series = measured(
    CLAIM,
    Array.from({ length: 91 }, (_, at) => 6 - at / 30),
  )
  const scene = await signalSceneOf({ ...ALERT, objects: broker(CLAIM), series })
  const found = onlyFinding(volumeFull(scene), scene)
  assert.equal(found.kind, 'volume_filling')
  assert.match(found.statement, /filling up, but not full: 3 GiB of 50 GiB are free \(6 %\).*full in about 2 hours/)
})

test('without measurements the program’s own words tell it, and with them it is told once', async () => {
  const heard = await signalSceneOf({ ...ALERT, objects: broker(CLAIM), logs: [NO_SPACE] })
  const said = onlyFinding(volumeFull(heard), heard)
  assert.match(said.statement, /^Volume claim data-broker-0 .*is full: the program says/)
  const series = measured(CLAIM, steady(0))
  const both = await signalSceneOf({ ...ALERT, objects: broker(CLAIM), logs: [NO_SPACE], series })
  assert.match(onlyFinding(volumeFull(both), both).statement, /^The persistent volume of claim data-broker-0 is full/)
})
