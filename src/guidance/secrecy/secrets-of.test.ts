import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretsOf } from './secrets-of.ts'

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
