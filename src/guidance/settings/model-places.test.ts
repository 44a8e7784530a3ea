import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretsOf } from '../secrecy/secrets-of.ts'
import { settingOf } from './catalogue.ts'
import { modelPlaces } from './model-places.ts'
import { resolveSettings } from './resolve-settings.ts'

const ENVIRONMENT = {
  LLM_API_KEY: 'first-key-000000',
  LLM_FALLBACKS: 'provider_b https://two.example/v1 big, provider_a http://127.0.0.1:11434 local',
  LLM_FALLBACK_KEYS: 'https://two.example=sk-two==, https://other.example=sk-other',
}
const settings = resolveSettings(ENVIRONMENT, new Map()).values

test('a fallback has a key only where one was given for its own address', () => {
  assert.deepEqual(
    modelPlaces(settings).map((one) => [one.LLM_PROVIDER, one.LLM_BASE_URL, one.LLM_MODEL, one.LLM_API_KEY]),
    [
      ['provider_a', 'https://api.anthropic.com', 'claude-sonnet-4-5', 'first-key-000000'],
      ['provider_b', 'https://two.example/v1', 'big', 'sk-two=='],
      ['provider_a', 'http://127.0.0.1:11434', 'local', undefined],
    ],
  )
})

test('the small model is asked what is easy, on the same server', () => {
  const small = resolveSettings({ ...ENVIRONMENT, LLM_SMALL_MODEL: 'tiny' }, new Map()).values
  const [easy] = modelPlaces(small, true)
  assert.deepEqual([easy.LLM_MODEL, easy.LLM_API_KEY], ['tiny', 'first-key-000000'])
  assert.equal(modelPlaces(small)[0].LLM_MODEL, 'claude-sonnet-4-5')
  assert.equal(modelPlaces(settings, true)[0].LLM_MODEL, 'claude-sonnet-4-5')
})

test('objects and words are read alike; what is no such row is refused with what is expected', () => {
  const { read, refusal } = settingOf('LLM_FALLBACKS')
  const object = { provider: 'provider_b', base_url: 'https://two.example/v1', model: 'big' }
  assert.deepEqual(read([object]), ['provider_b https://two.example/v1 big'])
  assert.deepEqual(read('provider_b https://two.example/v1 big'), ['provider_b https://two.example/v1 big'])
  for (const wrong of [
    ['openai https://a b'],
    ['provider_b ftp://a b'],
    [{ ...object, api_key: 'x' }],
    ['provider_b'],
    ['provider_b https://a b many'],
    7,
  ])
    assert.match(
      refusal?.(wrong) ?? '',
      /must be a list of objects \{provider, base_url, model, hourly_tokens\?\}/,
      JSON.stringify(wrong),
    )
})

test('each key of a fallback is a secret of its own', () => {
  const secrets = secretsOf({}, settings)
  assert.ok(secrets.includes('sk-two==') && secrets.includes('sk-other'))
})
