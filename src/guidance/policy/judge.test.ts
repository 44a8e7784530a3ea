import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/world/chance.ts'
import { inLength } from '../../../test/world/long-form.ts'
import { resolveSettings } from '../settings/resolve-settings.ts'
import type { Effect } from './effect.ts'
import { type Case, judge } from './judge.ts'
import { isPermitFor, type Permit } from './permit.ts'

const SCALE: Effect = {
  targets: [{ system: 'kubernetes', namespace: 'production', kind: 'Deployment', name: 'checkout' }],
  replicas: { from: 4, to: 5 },
  changes: [{ field: 'spec.replicas', from: '4', to: '5' }],
  commands: [],
  risk: 'medium',
}

const ACTION = {
  plugin: 'scale_deployment',
  parameters: { namespace: 'production', deployment: 'checkout', replicas: 5 },
}

function given(changes: Partial<Omit<Case, 'settings'>> & { environment?: Record<string, string> } = {}): Case {
  const { environment = {}, ...rest } = changes
  const { values } = resolveSettings(environment, new Map())
  return {
    action: ACTION,
    effect: SCALE,
    settings: values,
    actionsInLastHour: 0,
    replicasAtHourStart: undefined,
    ...rest,
  }
}

function reasonOf(one: Case): string {
  const verdict = judge(one)
  return verdict.allowed ? 'allowed' : verdict.reason
}

test('what every rule allows gets a permit for exactly that call', () => {
  const verdict = judge(given())
  assert.ok(verdict.allowed)
  assert.ok(isPermitFor(verdict.permit, ACTION))
  assert.ok(!isPermitFor(verdict.permit, { ...ACTION, parameters: { ...ACTION.parameters, replicas: 6 } }))
  assert.ok(!isPermitFor(verdict.permit, { ...ACTION, plugin: 'restart_pod' }))
})

test('a value that only looks like a permit is none', () => {
  const verdict = judge(given())
  assert.ok(verdict.allowed)
  assert.ok(!isPermitFor({ ...verdict.permit } as Permit, ACTION))
})

test('the stop switch refuses everything', () => {
  assert.equal(reasonOf(given({ environment: { REMEDIATION_ENABLED: 'false' } })), 'remediation_disabled')
})

test('a plugin taken out of use is refused', () => {
  assert.equal(reasonOf(given({ environment: { DISABLED_PLUGINS: 'scale_deployment' } })), 'plugin_disabled')
})

test('namespaces are compared letter by letter, and an empty list allows none', () => {
  for (const namespace of ['Production', 'production ', 'kube-system', '']) {
    const effect = { ...SCALE, targets: [{ ...SCALE.targets[0], namespace } as Effect['targets'][number]] }
    assert.equal(reasonOf(given({ effect })), 'namespace_not_allowed', namespace)
  }
  assert.equal(reasonOf(given({ environment: { ALLOWED_NAMESPACES: '' } })), 'namespace_not_allowed')
})

test('the quota of the hour is a limit, not a hint', () => {
  assert.equal(reasonOf(given({ actionsInLastHour: 9 })), 'allowed')
  assert.equal(reasonOf(given({ actionsInLastHour: 10 })), 'hourly_quota_used')
})

const REPLICAS: [
  name: string,
  from: number,
  to: number,
  start: number | undefined,
  last: number | undefined,
  ok: boolean,
][] = [
  ['half up is within', 4, 6, undefined, undefined, true],
  ['more than half up is not', 4, 7, undefined, undefined, false],
  ['half down is within', 4, 2, undefined, undefined, true],
  ['to zero is all of it', 4, 0, undefined, undefined, false],
  ['from zero to the last count seen is within', 0, 3, undefined, 3, true],
  ['from zero beyond the last count is not', 0, 4, undefined, 3, false],
  ['from zero with nothing known is one', 0, 1, undefined, undefined, true],
  ['from zero with nothing known is not two', 0, 2, undefined, undefined, false],
  ['small steps add up over the hour', 6, 9, 4, undefined, false],
  ['a small second step within the net limit passes', 5, 6, 4, undefined, true],
  ['an undo adds nothing up', 2, 4, 4, undefined, true],
  ['half an undo adds nothing up', 2, 3, 4, undefined, true],
  ['an undo that overshoots is a change', 2, 7, 4, undefined, false],
  ['one up from one is double', 1, 2, undefined, undefined, false],
]

for (const [name, from, to, start, last, ok] of REPLICAS) {
  test(`replicas: ${name}`, () => {
    const replicas = { from, to, ...(last === undefined ? {} : { lastNonZero: last }) }
    const reason = reasonOf(given({ effect: { ...SCALE, replicas }, replicasAtHourStart: start }))
    assert.equal(reason, ok ? 'allowed' : 'replica_change_too_large')
  })
}

test('who asks for too many or too few is told which counts are allowed', () => {
  const sentenceOf = (changes: Parameters<typeof given>[0]) => {
    const verdict = judge(given(changes))
    return verdict.allowed ? '' : verdict.sentence
  }
  const environment = { MAX_REPLICA_CHANGE: '0.5' }
  const asked = (from: number, to: number) => ({ environment, effect: { ...SCALE, replicas: { from, to } } })
  assert.match(sentenceOf(asked(4, 9)), /4 → 9 .*MAX_REPLICA_CHANGE allows 50 %\. Allowed now: 2 to 6\.$/)
  assert.match(sentenceOf({ ...asked(6, 7), replicasAtHourStart: 4 }), /within an hour .* Allowed now: 3 to 5\.$/)
  assert.match(sentenceOf(asked(1, 2)), /No other count is allowed now\.$/)
})

test('no replica count that is not a whole number passes', () => {
  for (const to of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, 2 ** 60]) {
    assert.equal(reasonOf(given({ effect: { ...SCALE, replicas: { from: 4, to } } })), 'replica_change_too_large')
  }
})

test('whatever the counts, a change that passes is within the limit, net of the hour', () => {
  const count = fc.integer({ min: 1, max: 1000 })
  fc.assert(
    fc.property(count, count, fc.option(count, { nil: undefined }), (from, to, start) => {
      const reason = reasonOf(given({ effect: { ...SCALE, replicas: { from, to } }, replicasAtHourStart: start }))
      const base = start ?? from
      if (reason === 'allowed') assert.ok(Math.abs(to - base) / base <= 0.5)
    }),
    { numRuns: inLength(1_000, 10_000) },
  )
})

const FORBIDDEN = [
  'rm -rf /data',
  'rm  -rf /data',
  'RM -RF /data',
  'rm -r -f /data',
  'rm -fr /data',
  'rm --recursive --force /data',
  'rm -f /data -r',
  '/bin/rm -rf /data',
  'r"m" -rf /data',
  "'rm' '-rf' /data",
  'sudo rm -rf /data',
  'sh -c "rm -rf /data"',
  'echo a; rm -rf /data',
  'DROP TABLE orders',
  'drop/**/table orders',
  'drop /* x */ table orders',
  'DROP\n\tTABLE orders',
  'drop -- why\n table orders',
  'ＤＲＯＰ TABLE orders',
]

test('a forbidden command is found however it is written', () => {
  for (const command of FORBIDDEN) {
    assert.equal(reasonOf(given({ effect: { ...SCALE, commands: [command] } })), 'forbidden_command', command)
  }
})

test('ordinary commands pass', () => {
  for (const command of [
    'rm -f /tmp/lock',
    'systemctl restart nginx',
    'VACUUM (ANALYZE) public.orders',
    'echo drop the table',
  ]) {
    assert.equal(reasonOf(given({ effect: { ...SCALE, commands: [command] } })), 'allowed', command)
  }
})

test('an empty list of forbidden commands forbids none, and never everything', () => {
  assert.equal(
    reasonOf(given({ environment: { FORBIDDEN_VERBS: '' }, effect: { ...SCALE, commands: ['ls'] } })),
    'allowed',
  )
})
