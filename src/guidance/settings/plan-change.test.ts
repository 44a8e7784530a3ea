import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/world/chance.ts'
import { inLength } from '../../../test/world/long-form.ts'
import { Problem } from '../../problem.ts'
import { SETTINGS, STORED_AS_GIVEN } from './catalogue.ts'
import { planChange } from './plan-change.ts'
import { resolveSettings, type StoredSetting, type StoredSettings } from './resolve-settings.ts'
import { UNREADABLE } from './setting.ts'

const NOTHING: StoredSettings = new Map()

/** What is stored after the requests were accepted one after the other. */
function afterRequests(environment: Record<string, string>, ...requests: Record<string, unknown>[]): StoredSettings {
  return requests.reduce<StoredSettings>((stored, request) => {
    const next = new Map(stored)
    for (const [key, write] of planChange(request, environment, stored).writes) {
      if (write === null) next.delete(key)
      else next.set(key, { ...write, updatedAt: new Date(0), updatedBy: 'test' } satisfies StoredSetting)
    }
    return next
  }, NOTHING)
}

function valuesAfter(environment: Record<string, string>, ...requests: Record<string, unknown>[]) {
  return resolveSettings(environment, afterRequests(environment, ...requests)).values
}

function refusedFields(request: Record<string, unknown>): string[] {
  try {
    planChange(request, {}, NOTHING)
    return []
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.details.map(({ field }) => field)
  }
}

test('a runtime value stands above the environment, and unsetting it uncovers the environment again', () => {
  const environment = { LLM_TIMEOUT: '120' }
  assert.equal(valuesAfter(environment).LLM_TIMEOUT, 120)
  assert.equal(valuesAfter(environment, { LLM_TIMEOUT: 60 }).LLM_TIMEOUT, 60)
  assert.equal(valuesAfter(environment, { LLM_MODEL: 'x' }, { LLM_MODEL: null }).LLM_MODEL, 'claude-sonnet-4-5')
})

test('the three checked keys refuse wrong values, text and null', () => {
  assert.deepEqual(refusedFields({ LLM_PROVIDER: 'provider_c' }), ['LLM_PROVIDER'])
  for (const value of ['600', 0, -1, 1.5, null, true, [5]]) {
    assert.deepEqual(refusedFields({ LLM_TIMEOUT: value, HOURLY_QUOTA: value }), ['LLM_TIMEOUT', 'HOURLY_QUOTA'])
  }
})

test('a key of our own that cannot be read is refused, one that the contract leaves unchecked is doubted', () => {
  const own = { CONFIRM_WITHIN_SECONDS: 'soon', METRICS_URL: 'nowhere', REMEDIATION_ENABLED: 'maybe', METRICS_TOKEN: 7 }
  assert.deepEqual(refusedFields(own), Object.keys(own))
  assert.deepEqual(refusedFields(Object.fromEntries(Object.keys(own).map((key) => [key, null]))), [])
  for (const key of STORED_AS_GIVEN) {
    const { doubts, after } = planChange({ [key]: { odd: true } }, {}, NOTHING)
    assert.match(doubts.join(), new RegExp(`^${key} could not be read \\(expected .*; in force is`))
    assert.deepEqual(after.values[key], resolveSettings({}, NOTHING).values[key])
  }
  assert.deepEqual(planChange({ MAX_REPLICA_CHANGE: 0.2 }, {}, NOTHING).doubts, [])
})

test('a name that no namespace can have is kept as given and doubted', () => {
  const doubtsOf = (value: unknown) => planChange({ ALLOWED_NAMESPACES: value }, {}, NOTHING).doubts
  assert.deepEqual(doubtsOf('shop, shop-2'), [])
  assert.match(doubtsOf('shop;bank prod').join(), /lists "shop;bank prod", as no namespace can be called/)
  assert.equal(doubtsOf(['A_B', 'shop', '-x']).length, 2)
})

test('one refused key refuses the whole request, with one entry for each', () => {
  const request = { LLM_MODEL: 'fine', 'llm.timeout': 1, DATABASE_URL: 'x', REDIS_URL: 'y', LLM_TIMEOUT: 'soon' }
  assert.deepEqual(refusedFields(request), ['llm.timeout', 'DATABASE_URL', 'REDIS_URL', 'LLM_TIMEOUT'])
})

test('an unknown key is kept without effect and named', () => {
  const { writes, sentences } = planChange({ NEW_THING: 1, PORT: 1 }, {}, NOTHING)
  assert.deepEqual([...writes.keys()], ['NEW_THING', 'PORT'])
  assert.match(sentences.join(' '), /NEW_THING is not known.*PORT is read from the environment/)
})

test('lists are arrays or text divided by commas, and an empty one means none', () => {
  assert.deepEqual(valuesAfter({}, { ALLOWED_NAMESPACES: 'a, b,,a' }).ALLOWED_NAMESPACES, ['a', 'b'])
  assert.deepEqual(valuesAfter({}, { ALLOWED_NAMESPACES: [] }).ALLOWED_NAMESPACES, [])
  assert.deepEqual(valuesAfter({}, { FORBIDDEN_VERBS: '' }).FORBIDDEN_VERBS, [])
  assert.deepEqual(valuesAfter({ ALERT_BOT_IDS: '' }).ALERT_BOT_IDS, [])
  assert.equal(valuesAfter({}).ALERT_BOT_IDS, undefined)
})

test('an unreadable value leaves the stricter of the last readable one and the default in force, and says so', () => {
  assert.equal(valuesAfter({}, { MAX_REPLICA_CHANGE: 'many' }).MAX_REPLICA_CHANGE, 0.5)
  assert.equal(valuesAfter({}, { MAX_REPLICA_CHANGE: 0.2 }, { MAX_REPLICA_CHANGE: 'many' }).MAX_REPLICA_CHANGE, 0.2)
  assert.equal(valuesAfter({}, { MAX_REPLICA_CHANGE: 3 }, { MAX_REPLICA_CHANGE: 'many' }).MAX_REPLICA_CHANGE, 0.5)
  assert.deepEqual(
    valuesAfter({}, { ALLOWED_NAMESPACES: ['production', 'x'] }, { ALLOWED_NAMESPACES: 7 }).ALLOWED_NAMESPACES,
    ['production'],
  )
  const { sentences } = planChange({ MAX_REPLICA_CHANGE: 'many' }, {}, NOTHING)
  assert.match(sentences.join(' '), /MAX_REPLICA_CHANGE could not be read/)
})

test('an environment value that PUT would refuse is ignored with a warning', () => {
  const { values, warnings } = resolveSettings({ LLM_TIMEOUT: 'soon', LLM_PROVIDER: 'other' }, NOTHING)
  assert.equal(values.LLM_TIMEOUT, 300)
  assert.equal(values.LLM_PROVIDER, 'provider_a')
  assert.deepEqual(
    warnings.map(({ key }) => key),
    ['LLM_PROVIDER', 'LLM_TIMEOUT'],
  )
})

test('whatever sequence of values is given, policy is never laxer than the last good one', () => {
  const given = fc.oneof(
    fc.jsonValue(),
    fc.double(),
    fc.constantFrom('', 'NaN', 'Infinity', '-1', '1e9', 'abc', ' 0.3 '),
  )
  fc.assert(
    fc.property(fc.array(given, { minLength: 1, maxLength: 4 }), (values) => {
      const usable = values.filter((value) => value !== null)
      const inForce = valuesAfter({}, ...usable.map((value) => ({ MAX_REPLICA_CHANGE: value }))).MAX_REPLICA_CHANGE
      assert.ok(Number.isFinite(inForce) && inForce >= 0)
      const readable = usable.map(readAsRatio).filter((value) => value !== undefined)
      assert.ok(inForce <= Math.max(0.5, readable.at(-1) ?? 0.5))
    }),
    { numRuns: inLength(1_000, 10_000) },
  )
})

const ANYTHING = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.boolean(),
  fc.array(fc.string(), { maxLength: 4 }),
  fc.constantFrom(
    '',
    ',',
    ' , ',
    'default',
    'kube-system,production',
    'rm -rf',
    '[]',
    '*',
    'true',
    'off',
    'yes',
    '0',
    '1e3',
  ),
  fc.constantFrom('NaN', 'Infinity', '-1', ' 7 ', '0x10', '99999999999999999999', '\u0000', 'DEFAULT'),
)

/** Of a sequence of requests, those the API takes; the others leave everything as it was. */
function takenOf(key: string, values: readonly unknown[]): unknown[] {
  return values.filter((value) => value !== null && refusedFields({ [key]: value }).length === 0)
}

/** What a person can have meant by a list; undefined where it is none. */
function meantList(value: unknown): string[] | undefined {
  const items = typeof value === 'string' ? value.split(/[,\n]/) : value
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) return undefined
  return items.map((item) => item.trim()).filter((item) => item !== '')
}

function meantFlag(value: unknown): boolean | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if ([true, 'true', '1', 'yes', 'on'].includes(word as string)) return true
  return [false, 'false', '0', 'no', 'off'].includes(word as string) ? false : undefined
}

/** Random sequences of values given for one key; over all keys they are more than 10,000 at length. */
function overSequences(key: string, check: (taken: unknown[], inForce: unknown) => void): void {
  fc.assert(
    fc.property(fc.array(ANYTHING, { minLength: 1, maxLength: 4 }), (values) => {
      const taken = takenOf(key, values)
      const inForce = valuesAfter({}, ...taken.map((value) => ({ [key]: value }))) as Record<string, unknown>
      check(taken, inForce[key])
    }),
    { numRuns: inLength(300, 2_500) },
  )
}

for (const key of ['ALLOWED_NAMESPACES', 'FORBIDDEN_VERBS', 'DISABLED_PLUGINS']) {
  test(`whatever is given for ${key}, it never permits more than was last said in words that could be read`, () => {
    const fallback: readonly string[] = valuesAfter({})[key as 'ALLOWED_NAMESPACES']
    overSequences(key, (taken, inForce) => {
      const last =
        taken
          .map(meantList)
          .filter((list) => list !== undefined)
          .at(-1) ?? fallback
      const isAllowing = key === 'ALLOWED_NAMESPACES'
      const list = inForce as readonly string[]
      assert.ok(
        list.every((item) => item !== ''),
        'an empty item would match everything',
      )
      assert.ok(isAllowing ? list.every((item) => last.includes(item)) : last.every((item) => list.includes(item)))
    })
  })
}

test('whatever is given for the stop switch, what was stopped stays stopped until someone says otherwise', () => {
  overSequences('REMEDIATION_ENABLED', (taken, inForce) => {
    const last =
      taken
        .map(meantFlag)
        .filter((flag) => flag !== undefined)
        .at(-1) ?? true
    assert.equal(inForce, last)
  })
})

test('whatever is given for the quota, it is a whole number above zero and the last one that was taken', () => {
  overSequences('HOURLY_QUOTA', (taken, inForce) => {
    assert.ok(Number.isSafeInteger(inForce) && (inForce as number) > 0)
    assert.equal(inForce, taken.at(-1) ?? 10)
  })
})

test('whatever the environment holds for a policy key, it is never laxer than the default unless it can be read', () => {
  const keys = ['ALLOWED_NAMESPACES', 'FORBIDDEN_VERBS', 'REMEDIATION_ENABLED', 'HOURLY_QUOTA', 'MAX_REPLICA_CHANGE']
  const text = fc.oneof(fc.string(), fc.constantFrom('NaN', '-1', '1e9', 'abc', 'Infinity', '∞', '0.5x', '10.5', '{}'))
  fc.assert(
    fc.property(fc.constantFrom(...keys), text, (key, given) => {
      const values = resolveSettings({ [key]: given }, NOTHING).values as Record<string, unknown>
      if (key === 'HOURLY_QUOTA')
        assert.equal(
          values[key],
          /^\s*\d+\s*$/.test(given) && Number(given) > 0 && Number.isSafeInteger(Number(given)) ? Number(given) : 10,
        )
      else if (key === 'MAX_REPLICA_CHANGE') assert.equal(values[key], readAsRatio(given) ?? 0.5)
      else if (key === 'REMEDIATION_ENABLED') assert.equal(values[key], meantFlag(given) ?? true)
      else assert.ok((values[key] as string[]).every((item) => item !== '' && given.includes(item)))
    }),
    { numRuns: inLength(1_000, 10_000) },
  )
})

function readAsRatio(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}

test('a key is dropped when its address changes to another origin, and the answer says so', () => {
  const stored = afterRequests({}, { LLM_API_KEY: 'sk-one' })
  assert.equal(resolveSettings({}, stored).values.LLM_API_KEY, 'sk-one')
  const { writes, sentences } = planChange({ LLM_BASE_URL: 'https://elsewhere.example' }, {}, stored)
  assert.equal(writes.get('LLM_API_KEY'), null)
  assert.match(sentences.join(' '), /LLM_API_KEY was dropped/)
})

test('a key stays when the path of its address changes, or when it is given again', () => {
  const values = valuesAfter({}, { LLM_API_KEY: 'k' }, { LLM_BASE_URL: 'https://api.anthropic.com/v1' })
  assert.equal(values.LLM_API_KEY, 'k')
  const again = valuesAfter({}, { LLM_API_KEY: 'k' }, { LLM_BASE_URL: 'https://b.example', LLM_API_KEY: 'k2' })
  assert.equal(again.LLM_API_KEY, 'k2')
})

test('a key goes with its provider: choosing the other one drops it', () => {
  assert.equal(valuesAfter({}, { LLM_API_KEY: 'k' }, { LLM_PROVIDER: 'provider_b' }).LLM_API_KEY, undefined)
})

test('a key of the environment is never sent to an address given at run time', () => {
  const environment = { LLM_API_KEY: 'from-env' }
  assert.equal(valuesAfter(environment).LLM_API_KEY, 'from-env')
  const { sentences } = planChange({ LLM_BASE_URL: 'https://elsewhere.example' }, environment, NOTHING)
  assert.equal(valuesAfter(environment, { LLM_BASE_URL: 'https://elsewhere.example' }).LLM_API_KEY, undefined)
  assert.match(sentences.join(' '), /LLM_API_KEY was dropped/)
})

test('a key given with an address that cannot be read is sent nowhere, and the answer says so', () => {
  const { sentences } = planChange({ LLM_API_KEY: 'k', LLM_BASE_URL: 'not an address' }, {}, NOTHING)
  assert.equal(valuesAfter({}, { LLM_API_KEY: 'k', LLM_BASE_URL: 'not an address' }).LLM_API_KEY, undefined)
  assert.match(sentences.join(' '), /LLM_API_KEY was dropped/)
  const { values } = resolveSettings({ LLM_API_KEY: 'k', LLM_BASE_URL: 'ftp://x' }, NOTHING)
  assert.deepEqual([values.LLM_API_KEY, values.LLM_BASE_URL], [undefined, 'https://api.anthropic.com'])
})

test('an address that is none leaves the one before in force, and the answer says so', () => {
  for (const address of ['not a url', 'ftp://x', '::', 5]) {
    assert.equal(valuesAfter({}, { LLM_BASE_URL: 'http://m' }, { LLM_BASE_URL: address }).LLM_BASE_URL, 'http://m')
  }
  assert.match(
    planChange({ MAX_REPLICA_CHANGE: 'many' }, {}, afterRequests({}, { MAX_REPLICA_CHANGE: 0.9 })).sentences.join(),
    /in force is 0\.5/,
  )
})

test('no span is longer than the store and its dates know', () => {
  const spans = Object.entries(SETTINGS).filter(([key]) => key.endsWith('_SECONDS'))
  assert.ok(spans.length > 10)
  for (const [key, { read }] of spans) {
    assert.equal(read('3153600000'), 3_153_600_000, key)
    assert.equal(read('99999999999999'), UNREADABLE, key)
  }
})

test('a change that nobody can read is not told to be in force', () => {
  const outcomeOf = (value: unknown) => planChange({ LOG_LEVEL: value }, {}, NOTHING).outcome
  assert.equal(outcomeOf('shouting'), 'It is stored, but not all of it is in force.')
  assert.equal(outcomeOf('debug'), 'The configuration is in force.')
  assert.equal(outcomeOf(null), 'The configuration is in force.')
})
