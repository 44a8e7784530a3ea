import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRedactor } from '../../guidance/secrecy/redact.ts'
import type { Alert } from './alert.ts'
import { readAlert } from './read-alert.ts'
import { withoutSecrets } from './without-secrets.ts'

const CONTEXT = { senderIsAlertBot: false, via: 'api' } as const

/** What reaches the store of what was sent. */
async function stored(body: object): Promise<{ sent: Alert; kept: Alert }> {
  const kept: Alert[] = []
  const accept = async (group: readonly Alert[]) => {
    kept.push(...group)
    return []
  }
  const sent = readAlert(body, CONTEXT)
  await withoutSecrets(
    { accept },
    createRedactor(() => ['tangerine']),
  ).accept([sent])
  return { sent, kept: kept[0] as Alert }
}

test('an alert without a secret is stored as it came', async () => {
  const { sent, kept } = await stored({
    message: 'Secret payments-tls was not found, and 3 tokens are left',
    metadata: { namespace: 'shop', tags: ['a'] },
  })
  assert.equal(kept, sent)
})

test('secrets in a message, its title and its metadata are masked, and what it is known by stays', async () => {
  const { sent, kept } = await stored({
    message: 'login failed with password=hunter2 and tangerine',
    metadata: { request: { headers: { Authorization: 'Bearer abc.def.ghi' } }, attempts: 3 },
  })
  assert.doesNotMatch(JSON.stringify({ ...kept, fingerprint: '', joinKeys: [] }), /hunter2|tangerine|abc\.def/)
  assert.match(kept.title, /password=\[redacted\]/)
  assert.equal(kept.metadata.attempts, 3)
  assert.deepEqual([kept.fingerprint, kept.joinKeys], [sent.fingerprint, sent.joinKeys])
  assert.equal(kept.members[0]?.key, sent.members[0]?.key)
})

test('labels and annotations are masked by their names too, but a label that names a Secret of the cluster is none', async () => {
  const { kept } = await stored({
    version: '4',
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'CertificateExpires', secret: 'payments-tls', api_key: 'k-1' },
        annotations: { description: 'curl -H "X-Api-Key: s3cr3t-value-17" failed' },
      },
    ],
  })
  const [member] = kept.members
  assert.deepEqual(member?.labels, { alertname: 'CertificateExpires', secret: 'payments-tls', api_key: '[redacted]' })
  assert.doesNotMatch(JSON.stringify(kept), /s3cr3t-value-17/)
})

test('a secret in the name of a field, or beside the name of a variable, is masked', async () => {
  const { kept } = await stored({
    message: 'container restarted',
    metadata: {
      'url redis://:s3same@cache/0': 'down',
      by: { 'tangerine-1': 1 },
      env: [
        { name: 'DB_PASSWORD', value: 's3same' },
        { name: 'DB_HOST', value: 'db' },
      ],
    },
  })
  assert.doesNotMatch(JSON.stringify({ ...kept, fingerprint: '', joinKeys: [], members: [] }), /s3same|tangerine/)
  assert.doesNotMatch(JSON.stringify(kept.members), /s3same|tangerine/)
  assert.deepEqual(kept.metadata.env, [
    { name: 'DB_PASSWORD', value: '[redacted]' },
    { name: 'DB_HOST', value: 'db' },
  ])
})

test('a fingerprint with a secret in it is stored as its digest, the same each time, so that repeats join', async () => {
  const post = (message: string) =>
    stored({ message, metadata: { fingerprint: 'probe postgres://app:s3same@db/shop', source: 'probe token=s3same' } })
  const [{ kept: first }, { kept: second }] = [await post('slow'), await post('slower')]
  assert.doesNotMatch(JSON.stringify([first, second]), /s3same/)
  assert.match(first.fingerprint, /^[0-9a-f]{32}$/)
  assert.deepEqual([first.joinKeys, first.members[0]?.key], [[first.fingerprint], first.fingerprint])
  assert.deepEqual(second.joinKeys, first.joinKeys)
})
