import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { storeRefusesWrites } from '../volumes/store-refuses-writes.ts'
import { errorsByPeer } from './errors-by-peer.ts'

const SPEC = { containers: [{ name: 'app', image: 'app:1' }] }
const CRASHED = {
  containerStatuses: [
    {
      name: 'app',
      ready: false,
      restartCount: 5,
      image: 'app:1',
      state: { waiting: { reason: 'CrashLoopBackOff' } },
      lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt: minutesAgo(1) } },
    },
  ],
}

/** `web` calls `thumbs`, which crashes since twenty minutes, and `mail`, of which it complains at the times given. */
async function world(
  ofMail: readonly number[],
  mailError = 'ERROR send: http://mail.shop.svc:8025/send 550 mailbox unavailable',
) {
  const lines = [
    ...ofMail.map((minutes) => ({ minutes, text: mailError })),
    ...[20, 15, 10, 6, 2].map((minutes) => ({
      minutes,
      text: 'ERROR image: http://thumbs.shop.svc:8080 connection refused',
    })),
  ].sort((one, other) => other.minutes - one.minutes)
  return clusterSceneOf({
    alertName: 'HighErrorRate',
    labels: { deployment: 'web' },
    objects: [
      ...['web', 'thumbs', 'mail'].flatMap((name) => deployment(name, { revisions: [{ template: SPEC, age: 9000 }] })),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: SPEC }),
      pod('mail-1-aaaaa', {
        owner: 'ReplicaSet/mail-1',
        spec: { containers: [{ name: 'app', image: 'app:1', args: ['--maxmemory', '64mb'] }] },
      }),
      pod('thumbs-1-aaaaa', { owner: 'ReplicaSet/thumbs-1', spec: SPEC, status: CRASHED }),
    ],
    logs: [{ pod: 'web-1-aaaaa', lines: lines.map(({ minutes, text }) => `${minutesAgo(minutes)} ${text}`) }],
  })
}

test('errors that name another peer and began before are told by themselves, with their own beginning', async () => {
  const scene = await world([50, 40, 30, 20, 4])
  const finding = onlyFinding(errorsByPeer(scene), scene)
  assert.match(
    finding.statement,
    /names mail and not thumbs: .*5 lines since 11:10 UTC; those that name thumbs began at 11:40 UTC/,
  )
  assert.deepEqual([finding.weight, finding.actions], ['cause', []])
})

test('what began together, what is over, and a few lines are no trouble of their own', async () => {
  assert.deepEqual(errorsByPeer(await world([21, 14, 9, 3])), [])
  assert.deepEqual(errorsByPeer(await world([90, 80, 70, 60])), [])
  assert.deepEqual(errorsByPeer(await world([50])), [])
})

test('a store at its own bound of memory is told by what its clients are answered', async () => {
  const error = "ERROR ReplyError: OOM command not allowed when used memory > 'maxmemory'. host=mail.shop.svc:6379"
  const scene = await world([50, 40, 4], error)
  const finding = onlyFinding(storeRefusesWrites(scene), scene)
  assert.match(
    finding.statement,
    /^mail refuses writes since .*11:10 UTC, because its memory has reached its own bound/,
  )
  assert.deepEqual(finding.actions, [])
})
