import assert from 'node:assert/strict'
import { test } from 'node:test'
import { object, pod } from '../../../test/world/scene/cluster-objects.ts'
import { picturedCluster } from '../../../test/world/scene/pictured-cluster.ts'
import type { Pod, Workload } from './kubernetes-objects.ts'
import { movedTags } from './moved-tags.ts'
import { readSetRevisions, whatChangedInSet } from './set-revisions.ts'

const OWN = [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'store', uid: 'StatefulSet-store', controller: true }]
const SET = object('StatefulSet', 'store', { spec: { selector: { matchLabels: { app: 'store' } } } })

function revision(name: string, number: number, image: string, owners: readonly object[] = OWN) {
  const template = {
    $patch: 'replace',
    metadata: { labels: { app: 'store' } },
    spec: { containers: [{ name: 'store', image }] },
  }
  return object('ControllerRevision', name, {
    metadata: { labels: { app: 'store' }, ownerReferences: owners },
    revision: number,
    data: { spec: { template } },
  })
}

async function revisionsOf(...objects: ReturnType<typeof revision>[]) {
  return readSetRevisions(picturedCluster({ objects }), SET as Workload, new AbortController().signal)
}

test('the step to the newest revision of a set is told by what differs, not by age or place in the list', async () => {
  const revisions = await revisionsOf(
    revision('store-a', 3, 'store:1'),
    revision('store-c', 5, 'store:2'),
    revision('store-b', 4, 'store:1'),
  )
  const { from_revision, to_revision, to_controllerrevision, differences } = whatChangedInSet(revisions, 'StatefulSet')
  assert.deepEqual([from_revision, to_revision, to_controllerrevision], [4, 5, 'store-c'])
  assert.deepEqual(differences, [{ field: 'spec.containers[store].image', from: 'store:1', to: 'store:2' }])
})

test('revisions of another owner of the same labels are not its own', async () => {
  const stranger = [{ ...OWN[0], uid: 'StatefulSet-other' }]
  const revisions = await revisionsOf(revision('store-a', 3, 'store:1'), revision('other-a', 9, 'other:1', stranger))
  assert.match(String(whatChangedInSet(revisions, 'StatefulSet').none), /only one revision/)
})

test('digests are told where one tag stands for two images among pods of one template, and nowhere else', () => {
  const running = (name: string, image: string, imageID: string, owner = 'ReplicaSet/web-1') =>
    pod(name, {
      owner,
      spec: { containers: [{ name: 'app', image }] },
      status: { containerStatuses: [{ name: 'app', ready: true, restartCount: 0, image, imageID }] },
    }) as Pod
  const id = (letter: string) => `docker.io/shop/web@sha256:${letter.repeat(64)}`
  const pods = [
    running('web-1-a', 'shop/web:latest', id('a')),
    running('web-1-b', 'shop/web:latest', id('b')),
    running('web-2-a', 'shop/web:latest', id('c'), 'ReplicaSet/web-2'),
    running('web-1-c', `shop/web@sha256:${'d'.repeat(64)}`, id('d')),
  ]
  const shown = pods.map((one) => movedTags(pods)(one).image_digests?.app?.slice(0, 8))
  assert.deepEqual(shown, ['sha256:a', 'sha256:b', undefined, undefined])
})
