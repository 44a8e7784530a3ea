import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditedChange } from './audited-change.ts'

const stored = (value: unknown) => ({ value, updatedAt: new Date(0), updatedBy: 'test' })

test('a setting is told with its value before and after, null where none was given', () => {
  assert.deepEqual(auditedChange('HOURLY_QUOTA', stored(10), { value: 3 }), {
    key: 'HOURLY_QUOTA',
    change: 'set',
    from: 10,
    to: 3,
  })
  assert.deepEqual(auditedChange('ALLOWED_NAMESPACES', undefined, { value: ['shop'] }).to, ['shop'])
  assert.deepEqual(auditedChange('LLM_MODEL', stored('m'), null), {
    key: 'LLM_MODEL',
    change: 'unset',
    from: 'm',
    to: null,
  })
})

test('of a secret, and of a key nobody knows, only the change is told', () => {
  for (const key of ['LLM_API_KEY', 'CHAT_ENCRYPT_KEY', 'WHATEVER'])
    assert.deepEqual(auditedChange(key, stored('old'), { value: 'new' }), { key, change: 'set' })
})

test('passwords in addresses and keys in the wrong field are not told, and long values are cut', () => {
  const audited = (key: string, value: unknown) => JSON.stringify(auditedChange(key, undefined, { value }))
  assert.match(
    audited('METRICS_URL', 'https://app:s3same@metrics/p?token=s3same'),
    /https:\/\/metrics\/p\?token=\[redacted\]/,
  )
  assert.doesNotMatch(audited('METRICS_URL', 'app:s3same@metrics'), /s3same/)
  assert.doesNotMatch(audited('LLM_MODEL', 'sk-ant-api03-s3same-s3same'), /s3same/)
  assert.ok(audited('FORBIDDEN_VERBS', Array(5_000).fill('rm')).length < 1_100)
})
