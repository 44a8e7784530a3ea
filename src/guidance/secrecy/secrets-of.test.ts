import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Settings } from '../settings/catalogue.ts'
import { secretsInForce, secretsOf } from './secrets-of.ts'

test('passwords inside addresses are known, however many addresses a variable holds', () => {
  const environment = {
    DATABASE_URL: 'postgresql://app:first-word@db/app',
    REDIS_URL: 'redis://:second-word@cache',
    TARGET_DATABASES:
      'shop=postgresql://w:third%40word@db/shop|postgresql://a:fourth-word@db/shop, crm=postgresql://x@db/crm',
  }
  const secrets = secretsOf(environment, undefined)
  for (const word of ['first-word', 'second-word', 'third%40word', 'third@word', 'fourth-word'])
    assert.ok(secrets.includes(word), word)
})

test('keys and secret settings of the environment are known; what is no secret is not', () => {
  const secrets = secretsOf({ API_KEY: 'the-key', LLM_API_KEY: 'the-model-key', LLM_MODEL: 'the-model' }, undefined)
  assert.deepEqual(secrets, ['the-key', 'the-model-key'])
})

test('the key among the headers for a collector is known, the name of a tenant is not', () => {
  const OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Bearer%20s3cr3t,x-team=0123456789abcdef0123,x-scope-orgid=shop'
  const secrets = secretsOf({ OTEL_EXPORTER_OTLP_HEADERS }, undefined)
  assert.deepEqual(secrets, ['Bearer s3cr3t', 's3cr3t', '0123456789abcdef0123'])
})

test('who asks again is told of the secrets of settings that have changed', () => {
  let settings = { LLM_API_KEY: 'the-first-key' } as Settings
  const secrets = secretsInForce({}, () => settings)
  assert.deepEqual(secrets(), ['the-first-key'])
  settings = { LLM_API_KEY: 'the-second-key' } as Settings
  assert.deepEqual(secrets(), ['the-second-key'])
})
