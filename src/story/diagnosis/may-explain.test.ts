import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPEN_GATES } from '../../../test/world/mind/analysis-of.ts'
import { condition, deployment, pod } from '../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../test/world/scene/container-states.ts'
import { conclude } from './conclude.ts'
import type { Finding } from './finding.ts'
import { CLUSTER_ANALYZERS, CONTAINER_ANALYZERS } from './findings/analyzers.ts'
import { mayExplain, rank } from './rank.ts'

function finding(kind: string, subject: Finding['subject'], statement = `${kind} of it`): Finding {
  const bare = { facts: [], evidence: [], actions: [], suggestions: [] }
  return { ...bare, kind, subject, statement, confidence: 0.9, situation: 'fault', weight: 'cause' }
}

const WEB = { kind: 'Deployment', namespace: 'shop', name: 'web-front' }
const MAIL = { kind: 'Deployment', namespace: 'shop', name: 'mail-out' }

test('a fault of one workload is no reason for that of another, unless one names the other', () => {
  const unset = finding('configuration_error', MAIL)
  assert.equal(mayExplain(unset, finding('bad_revision', WEB)), false)
  assert.equal(mayExplain(unset, finding('bad_revision', MAIL)), true)
  assert.equal(mayExplain(unset, finding('bad_revision', WEB, 'web-front cannot reach mail-out')), true)
})

test('a pod is of its workload’s family, and a namesake elsewhere is not', () => {
  const end = finding('out_of_memory', { kind: 'Pod', namespace: 'shop', name: 'web-front-1-abcde' })
  assert.equal(mayExplain(end, finding('bad_revision', WEB)), true)
  assert.equal(mayExplain(end, finding('bad_revision', { ...WEB, namespace: 'billing' })), false)
})

test('what callers suffer, and what a node does to its pods, is explained as before', () => {
  assert.equal(mayExplain(finding('configuration_error', MAIL), finding('failing_dependency', WEB)), true)
  assert.equal(mayExplain(finding('node_lost', { kind: 'Node', name: 'worker-1' }), finding('bad_revision', WEB)), true)
})

test('two workloads that fail for reasons of their own are both named', async () => {
  const WAITING = {
    conditions: [condition('Ready', 'False', 'ContainersNotReady', 20)],
    containerStatuses: [
      {
        ...{ name: 'app', ready: false, restartCount: 0, image: 'app:9' },
        state: { waiting: { reason: 'ImagePullBackOff', message: 'manifest for app:9 not found: manifest unknown' } },
      },
    ],
  }
  const objects = [
    ...deployment('web-front', {
      revisions: [{ replicas: 1 }, { template: TEMPLATE, replicas: 1, ready: 0, age: 20 }],
    }),
    pod('web-front-1-aaaaa', { owner: 'ReplicaSet/web-front-1', node: 'worker-1' }),
    pod('web-front-2-bbbbb', { owner: 'ReplicaSet/web-front-2', node: 'worker-1', age: 20, status: crashing() }),
    ...deployment('mail-out'),
    pod('mail-out-1-aaaaa', {
      owner: 'ReplicaSet/mail-out-1',
      node: 'worker-2',
      age: 20,
      status: { phase: 'Pending', ...WAITING },
    }),
  ]
  const scene = await clusterSceneOf({
    alertName: 'KubeDeploymentReplicasMismatch',
    labels: { deployment: 'web-front' },
    beside: [{ alertname: 'KubeDeploymentReplicasMismatch', namespace: 'shop', deployment: 'mail-out' }],
    objects,
  })
  const findings = [...CONTAINER_ANALYZERS, ...CLUSTER_ANALYZERS].flatMap((analyze) => analyze(scene))
  const { conclusion } = conclude(rank(findings, scene.subject), scene, OPEN_GATES).diagnosis
  assert.match(conclusion, /web-front/)
  assert.match(conclusion, /Independently of this: .*mail-out/)
})

const TEMPLATE = { containers: [{ name: 'app', image: 'app:2' }] }
