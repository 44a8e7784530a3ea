import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { autoscalerLimited } from './load.ts'

const ALERT = { alertName: 'KubeHpaMaxedOut', labels: { horizontalpodautoscaler: 'web' } }
const WEB = [...deployment('web', { replicas: 4 }), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' })]

function autoscaler(conditions: readonly object[], desired = 4) {
  return object('HorizontalPodAutoscaler', 'web', {
    spec: {
      scaleTargetRef: { kind: 'Deployment', name: 'web' },
      minReplicas: 2,
      maxReplicas: 4,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 60 } } }],
    },
    status: {
      currentReplicas: 4,
      desiredReplicas: desired,
      conditions,
      currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 97 } } }],
    },
  })
}

const LIMITED = condition(
  'ScalingLimited',
  'True',
  'TooManyReplicas',
  30,
  'the desired replica count is more than the maximum replica count',
)

test('an autoscaler at its ceiling is told with the metric that pushes it', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: [...WEB, autoscaler([LIMITED])] })
  const found = onlyFinding(autoscalerLimited(scene), scene)
  assert.match(
    found.statement,
    /HPA\) web of Deployment\/web is at its ceiling: 4 replicas of at most 4 \(max\), TooManyReplicas/,
  )
  assert.match(found.statement, /cpu utilization is 97 % against a target of 60 %/)
  assert.deepEqual(found.actions, [])
  assert.match(found.noActionReason ?? '', /would undo/)
})

test('an autoscaler that cannot see is told with the container that lacks a request', async () => {
  const message = 'failed to get cpu utilization: missing request for cpu in container sidecar of Pod web-1-aaaaa'
  const blind = autoscaler([condition('ScalingActive', 'False', 'FailedGetResourceMetric', 30, message)], 2)
  const alert = { alertName: 'HighRequestLatency', labels: { service: 'web' } }
  const scene = await clusterSceneOf({ ...alert, objects: [...WEB, blind] })
  const found = onlyFinding(autoscalerLimited(scene), scene)
  assert.equal(found.kind, 'autoscaler_blind')
  assert.match(found.statement, /Container sidecar has no cpu request/)
  assert.deepEqual(found.actions, [])
})

test('an autoscaler with room, or one that rests at zero on purpose, is no matter', async () => {
  const roomy = autoscaler([condition('ScalingLimited', 'False', 'DesiredWithinRange', 30)], 3)
  assert.deepEqual(autoscalerLimited(await clusterSceneOf({ ...ALERT, objects: [...WEB, roomy] })), [])
  const resting = autoscaler([condition('ScalingActive', 'False', 'ScalingDisabled', 30)], 0)
  assert.deepEqual(autoscalerLimited(await clusterSceneOf({ ...ALERT, objects: [...WEB, resting] })), [])
})

test('an autoscaler held at its lowest number is not at its ceiling', async () => {
  const low = autoscaler([
    condition('ScalingLimited', 'True', 'TooFewReplicas', 30, 'the desired replica count is less than the minimum'),
  ])
  assert.deepEqual(autoscalerLimited(await clusterSceneOf({ ...ALERT, objects: [...WEB, low] })), [])
})

test('an alert about errors, or an autoscaler that says nothing of a limit, accuses no ceiling', async () => {
  const errors = { alertName: 'HighErrorRate', labels: { service: 'web' } }
  assert.deepEqual(autoscalerLimited(await clusterSceneOf({ ...errors, objects: [...WEB, autoscaler([LIMITED])] })), [])
  const slow = { alertName: 'HighRequestLatency', labels: { service: 'web' } }
  assert.deepEqual(autoscalerLimited(await clusterSceneOf({ ...slow, objects: [...WEB, autoscaler([])] })), [])
})

test('an alert about a pod that crashes has nothing to do with the ceiling', async () => {
  const alert = { alertName: 'KubePodCrashLooping', labels: { deployment: 'web' } }
  assert.deepEqual(autoscalerLimited(await clusterSceneOf({ ...alert, objects: [...WEB, autoscaler([LIMITED])] })), [])
})
