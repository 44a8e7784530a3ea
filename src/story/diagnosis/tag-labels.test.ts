import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentOf } from '../../../test/world/scene/cluster-scene-of.ts'
import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import { tagsInText, withTags } from './label-names.ts'
import { readSubject } from './subject.ts'

function subjectOf(labels: Record<string, string>, text = 'It is down') {
  const incident = incidentOf({ alertname: 'Down', ...labels }, text)
  return readSubject({ incident, environment: readEnvironment('{}'), clusterName: undefined })
}

const TAGS = ['kube_cluster_name:p1', 'kube_namespace:shop', 'kube_deployment:cart', 'pod_name:cart-7', 'urgent']

test('tags are labels, however the list is written', () => {
  for (const tags of [TAGS.join(','), TAGS.join(', '), TAGS.join(' '), `[${TAGS.join(', ')}]`, JSON.stringify(TAGS)]) {
    const { namespace, workload, pod, uncomparedCluster, fromText } = subjectOf({ tags })
    assert.deepEqual(
      { namespace, workload, pod, uncomparedCluster, fromText },
      {
        ...{ namespace: 'shop', workload: { kind: 'Deployment', name: 'cart' }, pod: 'cart-7' },
        ...{ uncomparedCluster: 'p1', fromText: [] },
      },
      tags,
    )
  }
})

test('a label of its own outranks a tag', () => {
  assert.equal(subjectOf({ namespace: 'own', tags: 'namespace:other' }).namespace, 'own')
})

test('every kind of workload is known under the names of tags', () => {
  const kinds = [
    ['kube_stateful_set:db', 'StatefulSet'],
    ['kube_daemon_set:db', 'DaemonSet'],
    ['kube_cronjob:db', 'CronJob'],
    ['kube_job:db', 'Job'],
  ]
  for (const [tag = '', kind] of kinds) assert.deepEqual(subjectOf({ tags: tag }).workload, { kind, name: 'db' })
})

test('tags that only the text shows are good for looking, and known to be text', () => {
  const { namespace, workload, fromText } = subjectOf({}, '[Triggered on {kube_namespace:shop,kube_deployment:cart}]')
  assert.deepEqual([namespace, workload?.name, [...fromText].sort()], ['shop', 'cart', ['namespace', 'workload']])
  assert.deepEqual(tagsInText('on kube_namespace:shop, pod_name:cart-7'), { kube_namespace: 'shop' })
})

test('addresses, moments and sentences are no tags', () => {
  assert.deepEqual(withTags({ instance: 'db-1:5432', runbook: 'see a:b, c:d' }), {
    instance: 'db-1:5432',
    runbook: 'see a:b, c:d',
  })
  assert.deepEqual(Object.keys(withTags({ tags: 'https://x.example/a,12:30,urgent' })), ['tags'])
  assert.deepEqual(tagsInText('rate(http_requests_total{code=~"5.."}[5m]) > 1, see {{ $labels.pod }}'), {})
})
