import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingOf } from './catalogue.ts'
import { costOf } from './model-prices.ts'
import { resolveSettings } from './resolve-settings.ts'

const settings = resolveSettings({ LLM_PRICES: 'big 3 15 0.3, small 1 5' }, new Map()).values
const used = (model: string) => ({ model, inputTokens: 1_000_000, cachedInputTokens: 500_000, outputTokens: 100_000 })

test('tokens of every kind cost what was given for them, summed over models', () => {
  assert.deepEqual(costOf(settings, [used('big')]), { amount: 3.15, currency: 'USD' })
  assert.deepEqual(costOf(settings, [used('small')]), { amount: 1.5, currency: 'USD' })
  const { amount, currency } = costOf({ ...settings, LLM_CURRENCY: 'EUR' }, [used('big'), used('small')]) ?? {}
  assert.deepEqual([amount, currency], [4.65, 'EUR'])
})

test('nothing used, or a model without a price, has no cost', () => {
  assert.equal(costOf(settings, []), undefined)
  assert.equal(costOf(settings, [used('big'), used('other')]), undefined)
})

test('objects and words are read alike, and what is no price is refused', () => {
  const { read, refusal } = settingOf('LLM_PRICES')
  assert.deepEqual(read([{ model: 'big', input: 3, output: 15 }]), ['big 3 15'])
  for (const wrong of ['big', 'big 3', 'big -3 15', 'big 3 15 1 1', [{ model: 'big', price: 3 }]])
    assert.match(refusal?.(wrong) ?? '', /must be a list of objects \{model, input, output/)
  for (const key of ['LLM_PRICES', 'LLM_FALLBACKS'] as const)
    assert.equal(settingOf(key).refusal?.(null), 'cannot be null; [] empties it')
  assert.equal(refusal?.([]), undefined)
})
