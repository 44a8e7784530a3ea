/** The one door: what it refuses, what it fills in, what it hides and cuts, and that an answer is never lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../../src/guidance/policy/judge.ts'
import type { Permit } from '../../src/guidance/policy/permit.ts'
import { createRedactor } from '../../src/guidance/secrecy/redact.ts'
import { resolveSettings } from '../../src/guidance/settings/resolve-settings.ts'
import { RESULT_CHARACTERS_MAX } from '../../src/plugins/cap-result.ts'
import { Catalogue } from '../../src/plugins/catalogue.ts'
import type {
  ActingTools,
  DiagnosticPlugin,
  ParameterSchema,
  PluginResult,
  RemediationPlugin,
} from '../../src/plugins/plugin.ts'
import { PluginDoor } from '../../src/plugins/run-plugin.ts'
import type { ActingCluster } from '../../src/ports/cluster.ts'
import { NOTHING_TO_FENCE } from '../../src/ports/deadline.ts'
import { openDoor, silentTools } from '../world/hands.ts'

const calm = () => new AbortController().signal
const { tools } = silentTools()

const PARAMETERS: ParameterSchema = {
  type: 'object',
  properties: {
    namespace: { type: 'string', description: 'Where to look.', default: 'default', pattern: '^[a-z0-9-]{1,63}$' },
    pod_name: { type: 'string', description: 'Which pod.', maxLength: 253 },
    tail_lines: { type: 'integer', description: 'How many lines.', default: 100, minimum: 1, maximum: 1000 },
    previous: { type: 'boolean', description: 'The one before.', default: false },
    order: { type: 'string', description: 'Which first.', enum: ['oldest', 'newest'], default: 'oldest' },
  },
  required: ['pod_name'],
}

function looking(run: DiagnosticPlugin['run'], parameters = PARAMETERS): DiagnosticPlugin {
  return { name: 'look', description: 'Looks at something.', category: 'diagnostic', parameters, run }
}

const NO_PARAMETERS: ParameterSchema = { type: 'object', properties: {} }

/** Runs a plugin that gives this result, and answers what comes out of the door. */
async function passed(result: unknown, secrets: string[] = []) {
  const plugin = looking(async () => result as PluginResult, NO_PARAMETERS)
  const { door } = openDoor({ plugins: [plugin], tools, secrets })
  return (await door.diagnose({ plugin: 'look', parameters: {} }, calm())).result as Record<string, unknown>
}

test('what is not given is filled in, and the plugin sees the whole', async () => {
  const seen: unknown[] = []
  const plugin = looking(async (parameters) => {
    seen.push(parameters)
    return { success: true }
  })
  const { door, calls } = openDoor({ plugins: [plugin], tools })
  const given = { pod_name: 'web-1' }
  const finished = await door.diagnose({ plugin: 'look', parameters: given }, calm())
  assert.deepEqual(seen, [
    { pod_name: 'web-1', namespace: 'default', tail_lines: 100, previous: false, order: 'oldest' },
  ])
  assert.deepEqual(given, { pod_name: 'web-1' }, 'what the caller gave stays his')
  assert.deepEqual(finished.parameters, { pod_name: 'web-1' })
  assert.deepEqual(calls, [{ name: 'look', success: true }])
})

const WRONG: [given: unknown, sentence: RegExp][] = [
  [{}, /^pod_name: is required$/],
  [{ pod_name: 7 }, /^pod_name: must be string$/],
  [{ pod_name: null }, /^pod_name: must be string$/],
  [{ pod_name: ['web'] }, /^pod_name: must be string$/],
  [{ pod_name: 'x'.repeat(1_000_000) }, /^pod_name: must NOT have more than 253 characters$/],
  [{ pod_name: 'x', tail_lines: '5' }, /^tail_lines: must be integer$/],
  [{ pod_name: 'x', tail_lines: 0 }, /^tail_lines: must be >= 1$/],
  [{ pod_name: 'x', tail_lines: 1e300 }, /^tail_lines: must be <= 1000$/],
  [{ pod_name: 'x', tail_lines: 1.5 }, /^tail_lines: must be integer$/],
  [{ pod_name: 'x', tail_lines: Number.NaN }, /^tail_lines: must be/],
  [{ pod_name: 'x', previous: 'yes' }, /^previous: must be boolean$/],
  [{ pod_name: 'x', order: 'random' }, /^order: must be one of oldest, newest$/],
  [{ pod_name: 'x', namespace: '-A' }, /^namespace: must match pattern/],
  [{ pod_name: 'x', namespace: '--as=admin' }, /^namespace: must match pattern/],
  [{ pod_name: 'x', surprise: 1 }, /^surprise: is not a parameter of this plugin$/],
  [{ pod_name: 'x', constructor: 1 }, /^constructor: is not a parameter of this plugin$/],
  [{ pod_name: 'x', a: 1, b: 2 }, /^a: .*; b: /],
  [null, /^parameters: must be an object$/],
  [[], /^parameters: must be an object$/],
  ['pod_name=x', /^parameters: must be an object$/],
  [undefined, /^parameters: must be an object$/],
]

test('wrong parameters are named one by one; nothing is called, and nothing counted', async () => {
  let runs = 0
  const plugin = looking(async () => {
    runs += 1
    return { success: true }
  })
  const { door, calls } = openDoor({ plugins: [plugin], tools })
  for (const [parameters, sentence] of WRONG) {
    const { result } = await door.diagnose({ plugin: 'look', parameters: parameters as never }, calm())
    assert.equal(result.success, false)
    assert.match(result.error ?? '', sentence, JSON.stringify(parameters))
    assert.ok((result.error ?? '').length < 300, 'what was given is not repeated')
  }
  assert.deepEqual([runs, calls], [0, []])
})

test('an unknown plugin is an answer and is not counted', async () => {
  const { door, calls } = openDoor({ plugins: [], tools })
  for (const plugin of ['nothing', '__proto__', 'constructor', '']) {
    const { result } = await door.diagnose({ plugin, parameters: {} }, calm())
    assert.equal(result.error, `There is no plugin ${plugin}.`)
  }
  assert.deepEqual(calls, [])
})

test('whatever a plugin throws is an answer in its words', async () => {
  for (const [thrown, words] of [
    [new Error('pods is forbidden'), 'pods is forbidden'],
    ['just text', 'just text'],
    [undefined, 'undefined'],
    [{ odd: true }, '[object Object]'],
  ] as const) {
    const plugin = looking(() => {
      throw thrown
    }, NO_PARAMETERS)
    const { door } = openDoor({ plugins: [plugin], tools })
    const { result } = await door.diagnose({ plugin: 'look', parameters: {} }, calm())
    assert.deepEqual(result, { success: false, error: words })
  }
})

test('a result that is no JSON is an answer too', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  assert.deepEqual(await passed({ success: true, data: circle }), { success: true, data: { self: '[circular]' } })
  assert.match(String((await passed({ success: true, data: 1n })).error), /BigInt/)
})

const CANARY = 'kf83-the-known-canary-92hd'

test('a secret is removed before the cut, also where it straddles it', async () => {
  for (let shift = 0; shift <= CANARY.length; shift += 1) {
    for (const max of [16_000, 8_000, 4_000]) {
      const before = 'x'.repeat(Math.max(0, max / 2 - 40 - shift))
      const text = `${before}${CANARY}${'y'.repeat(30_000)}${CANARY}${'z'.repeat(Math.max(0, max / 2 - 40 - shift))}`
      const result = await passed({ success: true, data: [text, text, text, text, text] }, [CANARY])
      const shown = JSON.stringify(result)
      for (const part of [CANARY.slice(0, 12), CANARY.slice(-12)]) assert.ok(!shown.includes(part), `${shift} ${max}`)
      assert.equal(result.truncated, true)
    }
  }
})

test('secrets are removed from what is remembered of the call, and from errors', async () => {
  const plugin = looking(
    async ({ pod_name }) => ({ success: false, error: `no pod ${String(pod_name)}`, data: { password: 'hunter2' } }),
    PARAMETERS,
  )
  const { door } = openDoor({ plugins: [plugin], tools, secrets: [CANARY] })
  const finished = await door.diagnose({ plugin: 'look', parameters: { pod_name: CANARY } }, calm())
  assert.ok(!JSON.stringify(finished).includes(CANARY))
  assert.ok(!JSON.stringify(finished).includes('hunter2'))
})

test('a large result keeps beginning and end, says that it was cut, and stays bounded', async () => {
  const large: unknown[] = [
    { success: true, data: 'x'.repeat(3_000_000) },
    { success: true, data: Array.from({ length: 200_000 }, (_, index) => ({ index })) },
    { success: true, data: Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, index])) },
    { success: false, error: 'e'.repeat(3_000_000) },
    { success: false, error: 'small', data: { ['k'.repeat(3_000_000)]: 1 } },
    { success: true, message: 'm'.repeat(3_000_000), data: nested(30) },
  ]
  for (const result of large) {
    const cut = await passed(result)
    assert.ok(JSON.stringify(cut).length <= RESULT_CHARACTERS_MAX * 1.1, `${JSON.stringify(cut).length}`)
    assert.equal(cut.success, (result as PluginResult).success)
    assert.equal(cut.truncated, true)
    if (!cut.success) assert.equal(typeof cut.error, 'string')
  }
  assert.equal((await passed({ success: true, data: 'small' })).truncated, undefined)
})

function nested(depth: number): unknown {
  return depth === 0 ? 'x'.repeat(10_000) : [nested(depth - 1)]
}

test('a store that is away costs the count, not the answer', async () => {
  const plugin = looking(async () => ({ success: true, data: 'seen' }), NO_PARAMETERS)
  const away = async (): Promise<never> => {
    throw new Error('the store is away')
  }
  const door = new PluginDoor({
    catalogue: new Catalogue([plugin]),
    tools,
    actingCluster: tools.cluster as ActingCluster,
    redactor: createRedactor(() => []),
    disabledPlugins: async () => [],
    stats: { record: away, read: away },
  })
  const { result } = await door.diagnose({ plugin: 'look', parameters: {} }, calm())
  assert.deepEqual(result, { success: true, data: 'seen' })
})

test('time is limited, a deaf plugin is left behind, and a cancelled call says so', async () => {
  const deaf = { ...looking(() => new Promise(() => {}), NO_PARAMETERS), timeoutSeconds: 0.05 }
  const { door, calls } = openDoor({ plugins: [deaf], tools })
  const late = await door.diagnose({ plugin: 'look', parameters: {} }, calm())
  assert.match(late.result.error ?? '', /^The call took longer than 0.05 seconds and was ended\.$/)
  const patient = { ...deaf, timeoutSeconds: 600 }
  const { door: other } = openDoor({ plugins: [patient], tools })
  const cancelled = await other.diagnose({ plugin: 'look', parameters: {} }, AbortSignal.timeout(50))
  assert.equal(cancelled.result.error, 'The call was cancelled.')
  assert.deepEqual(calls, [{ name: 'look', success: false }])
})

/** An act that is never late. */
const DEED = { isDryRun: false, fence: NOTHING_TO_FENCE } as const

type Acted = { parameters: Record<string, unknown>; isDryRun: boolean }

function acting(acted: Acted[]): RemediationPlugin {
  return {
    name: 'act',
    description: 'Acts on something.',
    category: 'remediation',
    risk: 'high',
    gate: { touches: () => [], whyNot: () => undefined },
    words: 'Act',
    usualSeconds: 1,
    verify: async () => undefined,
    parameters: PARAMETERS,
    intend: async () => ({
      effect: { targets: [], changes: [], commands: [], risk: 'high' },
      preconditions: {},
      rollback: { impossible: 'a test' },
    }),
    run: async (parameters, _tools, { isDryRun }) => {
      acted.push({ parameters, isDryRun })
      return { success: true }
    },
  }
}

function permitFor(parameters: Record<string, unknown>, plugin = 'act'): Permit {
  const { values } = resolveSettings({}, new Map())
  const effect = { targets: [], changes: [], commands: [], risk: 'high' as const }
  const verdict = judge({
    action: { plugin, parameters },
    effect,
    settings: values,
    actionsInLastHour: 0,
    replicasAtHourStart: undefined,
  })
  assert.ok(verdict.allowed)
  return verdict.permit
}

test('a dry run is no use of the plugin and is not counted', async () => {
  const acted: Acted[] = []
  const { door, calls } = openDoor({ plugins: [acting(acted)], tools, actingCluster: {} as ActingCluster })
  const parameters = { pod_name: 'web-1' }
  const act = (isDryRun: boolean) =>
    door.remediate(
      { plugin: 'act', parameters },
      { permit: permitFor(parameters), preconditions: {}, isDryRun, fence: NOTHING_TO_FENCE, signal: calm() },
    )
  assert.equal((await act(true)).result.success, true)
  assert.deepEqual([acted.length, calls], [1, []])
  await act(false)
  assert.deepEqual([acted.length, calls], [2, [{ name: 'act', success: true }]])
})

test('a remediation runs with a permit for exactly this call, and with nothing else', async () => {
  const acted: Acted[] = []
  const { door } = openDoor({ plugins: [acting(acted)], tools })
  const parameters = { pod_name: 'web-1' }
  const permit = permitFor(parameters)
  const act = (given: Record<string, unknown>, leave: Permit) =>
    door.remediate(
      { plugin: 'act', parameters: given },
      { permit: leave, preconditions: {}, isDryRun: false, fence: NOTHING_TO_FENCE, signal: calm() },
    )
  const refused: [Record<string, unknown>, Permit][] = [
    [{ pod_name: 'web-2' }, permit],
    [{ pod_name: 'web-1', namespace: 'kube-system' }, permit],
    [{ pod_name: 'web-1', namespace: 'default' }, permit],
    [{ ...parameters }, permitFor(parameters, 'other')],
    [{ ...parameters }, { ...permit } as Permit],
    [{ ...parameters }, JSON.parse(JSON.stringify(permit)) as Permit],
    [{ ...parameters }, Object.create(permit) as Permit],
    [{ ...parameters }, undefined as never],
    [{ ...parameters }, null as never],
    [{ ...parameters }, {} as never],
  ]
  for (const [given, leave] of refused) {
    const { result } = await act(given, leave)
    assert.deepEqual([result.success, acted.length], [false, 0], JSON.stringify(given))
    assert.match(result.error ?? '', /no permit for exactly this call/)
  }
  assert.equal((await act(parameters, permit)).result.success, true)
  assert.deepEqual(
    acted.map((one) => one.parameters.pod_name),
    ['web-1'],
  )
})

test('parameters that are changed while the call is under way neither run nor pass for the permitted ones', async () => {
  const acted: Acted[] = []
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const door = new PluginDoor({
    catalogue: new Catalogue([acting(acted)]),
    tools,
    actingCluster: tools.cluster as ActingCluster,
    redactor: createRedactor(() => []),
    disabledPlugins: () => opened.then(() => []),
    stats: { record: async () => {}, read: async () => ({ usageCount: 0, averageSeconds: 0, successRate: 0 }) },
  })
  const call = { plugin: 'act', parameters: { pod_name: 'web-1' } }
  const act = { permit: permitFor({ pod_name: 'web-1' }), preconditions: {}, ...DEED, signal: calm() }
  const running = door.remediate(call, act)
  call.parameters.pod_name = 'everything'
  open()
  assert.equal((await running).result.success, true)
  assert.deepEqual(
    acted.map((one) => one.parameters.pod_name),
    ['web-1'],
  )
})

test('each category passes only through its own way in', async () => {
  const acted: Acted[] = []
  const plugin = looking(async () => ({ success: true }), NO_PARAMETERS)
  const { door } = openDoor({ plugins: [acting(acted), plugin], tools })
  const parameters = { pod_name: 'web-1' }
  const diagnosed = await door.diagnose({ plugin: 'act', parameters }, calm())
  assert.match(diagnosed.result.error ?? '', /cannot be called to diagnose/)
  const act = { permit: permitFor({}, 'look'), preconditions: {}, ...DEED, signal: calm() }
  const remediated = await door.remediate({ plugin: 'look', parameters: {} }, act)
  assert.match(remediated.result.error ?? '', /changes nothing and needs no permit/)
  await assert.rejects(door.intend({ plugin: 'look', parameters: {} }, calm()), /changes nothing/)
  assert.equal(acted.length, 0)
})

test('a plugin taken out of use is neither run nor intended', async () => {
  const acted: Acted[] = []
  const { door } = openDoor({ plugins: [acting(acted)], tools, disabled: ['act'] })
  const parameters = { pod_name: 'web-1' }
  const act = { permit: permitFor(parameters), preconditions: {}, ...DEED, signal: calm() }
  assert.match((await door.remediate({ plugin: 'act', parameters }, act)).result.error ?? '', /DISABLED_PLUGINS/)
  await assert.rejects(door.intend({ plugin: 'act', parameters }, calm()), /DISABLED_PLUGINS/)
  assert.equal(acted.length, 0)
})

test('the account that acts is handed out with a permit only: not to look, to plan, to read back or to verify', async () => {
  const handed: [string, unknown][] = []
  const plugin: RemediationPlugin = {
    ...acting([]),
    intend: async (_, { cluster }) => {
      handed.push(['intend', cluster])
      // @ts-expect-error Who plans has no function that changes.
      void cluster.remove
      return {
        effect: { targets: [], changes: [], commands: [], risk: 'low' },
        preconditions: {},
        rollback: { impossible: '' },
      }
    },
    run: async (_, { cluster }) => {
      handed.push(['run', cluster])
      return { success: true }
    },
    readBack: async (_, { cluster }) => {
      handed.push(['readBack', cluster])
      return true
    },
    verify: async (_, { cluster }) => {
      handed.push(['verify', cluster])
      return { state: 'holds', text: '', before: '', after: '', basis: '', otherwise: '' }
    },
  }
  const look = looking(async (_, { cluster }) => {
    handed.push(['look', cluster])
    // @ts-expect-error Who looks has no function that changes.
    void cluster.patch
    return { success: true }
  }, NO_PARAMETERS)
  // The fence stands before its functions that change; this one is handed on as it is.
  const logs = async () => ''
  const actingCluster = { logs } as unknown as ActingCluster
  const { door } = openDoor({ plugins: [plugin, look], tools, actingCluster })
  const call = { plugin: 'act', parameters: { pod_name: 'web-1' } }
  const past = { preconditions: {}, startedAt: new Date(0), before: {} }
  await door.diagnose({ plugin: 'look', parameters: {} }, calm())
  await door.intend(call, calm())
  await door.readBack(call, past, calm())
  await door.verify(call, past, calm())
  const permit = permitFor(call.parameters)
  await door.remediate(call, { permit, preconditions: {}, isDryRun: false, fence: NOTHING_TO_FENCE, signal: calm() })
  assert.deepEqual(
    handed.map(([name, cluster]) => [name, (cluster as ActingCluster).logs === logs]),
    [
      ['look', false],
      ['intend', false],
      ['readBack', false],
      ['verify', false],
      ['run', true],
    ],
  )
})

test('every change a remediation can make passes the fence first, and none is made where it is shut', async () => {
  const reached: string[] = []
  const reach = (what: string) => async () => {
    reached.push(what)
    return {} as never
  }
  const cluster = { patch: reach('patch'), scale: reach('scale'), remove: reach('remove') } as unknown as ActingCluster
  const changing: Record<string, (given: ActingTools) => Promise<unknown>> = {
    patch: ({ cluster: { patch } }) => patch(POD, {}, WRITE),
    scale: ({ cluster: { scale } }) => scale(POD, 1, '1', WRITE),
    remove: ({ cluster: { remove } }) => remove(POD, 'uid', WRITE),
    statement: ({ databases }) => databases.act(undefined, 'VACUUM', [], { signal: calm() }),
    program: ({ shell }) => shell.run({ argv: ['/bin/true'], fence: 'free', timeoutSeconds: 1, signal: calm() }),
    other: ({ fence }) => fence.through(reach('other')),
  }
  const hands = {
    ...tools,
    databases: { ...tools.databases, act: reach('statement') },
    shell: { ...tools.shell, run: reach('program') },
  }
  for (const [name, change] of Object.entries(changing)) {
    const plugin: RemediationPlugin = { ...acting([]), run: async (_, given) => change(given).then(() => DONE) }
    const { door } = openDoor({ plugins: [plugin], tools: hands, actingCluster: cluster })
    const act = { permit: permitFor({ pod_name: 'web-1' }), preconditions: {}, isDryRun: false, signal: calm() }
    const call = { plugin: 'act', parameters: { pod_name: 'web-1' } }
    const shut = { through: () => Promise.reject(new Error('the run is lost')) }
    assert.match((await door.remediate(call, { ...act, fence: shut })).result.error ?? '', /the run is lost/, name)
    assert.deepEqual(reached, [], name)
    assert.equal((await door.remediate(call, { ...act, fence: NOTHING_TO_FENCE })).result.success, true, name)
    assert.deepEqual(reached.splice(0), [name])
  }
})

const DONE = { success: true }
const POD = { kind: 'Pod', name: 'web-1' } as const
const WRITE = { isDryRun: false, signal: new AbortController().signal }
