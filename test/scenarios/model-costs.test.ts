/** What a diagnosis with a model costs, by the figures of a provider: over worlds as they are, and where the past shows again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCaseStore } from '../evaluations/case-store.ts'
import { serveCase } from '../evaluations/serve-case.ts'
import type { Shown } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { CLUE, type MindService, proven, SICK, startMindService, submit } from '../world/mind/mind-service.ts'
import { startModelSimulator } from '../world/model/model-simulator.ts'
import type { Provider, Script } from '../world/model/script.ts'
import { runSql } from '../world/sql.ts'
import { QUIET } from '../world/targets.ts'

const KEY = 'sk-costs-0000000000000000'
const FIRST_TOKENS_MAX = 20_000
const RECALLED_TOKENS_MAX = 5_000

/** Looks at three things at once, and submits as many words as a good answer has. */
const typical: Script = ({ turn }) =>
  turn === 0
    ? {
        text: 'Three questions are open.',
        calls: [
          { tool: 'list_pods', parameters: { namespace: '*' } },
          { tool: 'get_events', parameters: { namespace: '*' } },
          { tool: 'get_events', parameters: { namespace: 'default', limit: 20 } },
        ],
      }
    : submit({
        conclusion: 'The configuration of the service names a host that is not there any more. '.repeat(5),
        confidence: 0.8,
        situation: 'fault',
        key_findings: [
          { text: 'It was seen there. '.repeat(10), evidence: [{ call: 'C1', quote: '"phase":"Running"' }] },
        ],
        ruled_out: ['The node, since others on it are well. '.repeat(4)],
        suggested_actions: ['Correct the host in the configuration. '.repeat(4)],
        remediation: null,
      })

for (const [name, provider] of [
  ['k29-egress-without-dns', 'provider_a'],
  ['u07-password-rotated', 'provider_b'],
  ['w52-old-leaf-in-memory', 'provider_a'],
] as const)
  test(`a typical diagnosis of ${name} takes two turns and fewer than ${FIRST_TOKENS_MAX} tokens`, async (t) => {
    const store = createCaseStore(QUIET)
    t.after(() => store.close())
    const simulator = await startModelSimulator({ script: typical, key: KEY })
    t.after(() => simulator.close())
    const config = { LLM_PROVIDER: provider, LLM_BASE_URL: simulator.url, LLM_API_KEY: KEY }
    const choice = {
      name,
      isModel: true,
      required: [],
      withinSeconds: 120,
      open: async () => ({ config, close: async () => {} }),
    }
    const { figures } = await serveCase(`test/evaluations/cases/${name}.json`, choice, store.adminUrl)
    assert.ok((figures.turns ?? 0) >= 2, `${figures.turns} turns`)
    const [first, second] = simulator.turns.map(({ body }) => Math.ceil(JSON.stringify(body).length / 4))
    assert.ok(Number(first) + Number(second) < FIRST_TOKENS_MAX, `${first} and ${second} tokens`)
  })

/** Says that the past has come again, with the quotes of now, at the first turn. */
const recalling: Script = (request) => {
  const opening = request.messages[0]?.text ?? ''
  if (!opening.includes('The one of the past:')) return request.turn === 0 ? LOOK : submit(proven(request))
  const call = new RegExp(`(C\\d+) get_pod_logs \\{[^}]*${SICK}`).exec(opening)?.[1]
  const listed = /(C\d+) list_pods/.exec(opening)?.[1]
  const evidence = [
    { call, quote: CLUE },
    { call: listed, quote: `"name":"${SICK}"` },
  ]
  return submit({ ...proven(request), key_findings: [{ text: `The gremlin is back in ${SICK}.`, evidence }] })
}

const LOOK = {
  calls: [
    { tool: 'get_pod_logs', parameters: { namespace: 'shop', pod_name: SICK } },
    { tool: 'list_pods', parameters: { namespace: 'shop' } },
  ],
}

const spentBy = ({ usage }: Shown) => usage.input_tokens + usage.output_tokens

async function closeAndRemember({ service }: MindService, { id }: Shown): Promise<void> {
  await service.ask('POST', `/api/incidents/${id}/resolve`, { body: { comment: 'The pod was restarted.' } })
  await eventually('it is remembered', async () => {
    const rows = await runSql(service.databaseUrl, 'SELECT incident_id FROM remembered_incidents')
    return rows.length > 0 && rows
  })
}

for (const provider of ['provider_a', 'provider_b'] as Provider[])
  test(`${provider}: a diagnosis of what shows again takes one turn and fewer than ${RECALLED_TOKENS_MAX} tokens`, async (t) => {
    const mind = await startMindService(t, { script: recalling, provider })
    const first = await mind.diagnose()
    assert.equal(first.diagnosis.source, 'model')
    await closeAndRemember(mind, first)
    const second = await mind.diagnose()
    assert.equal(second.diagnosis.source, 'model')
    assert.match(second.diagnosis.conclusion, /quartz gremlin/)
    assert.equal(second.usage.turns, 1)
    assert.ok(spentBy(second) < RECALLED_TOKENS_MAX, `${spentBy(second)} tokens`)
    assert.deepEqual(
      mind.model.turns.at(-1)?.request.tools.map(({ name }) => name),
      ['submit_diagnosis', 'look_further'],
    )
  })

test('a model that doubts the past looks further, with all tools', async (t) => {
  const doubting: Script = (request) =>
    request.tools.some(({ name }) => name === 'look_further')
      ? { calls: [{ tool: 'look_further', parameters: {} }] }
      : recalling(request)
  const mind = await startMindService(t, { script: doubting })
  await closeAndRemember(mind, await mind.diagnose())
  const second = await mind.diagnose()
  assert.equal(second.usage.turns, 3)
  assert.equal(second.diagnosis.source, 'model')
  assert.match(second.diagnosis.conclusion, /quartz gremlin/)
})

for (const provider of ['provider_a', 'provider_b'] as Provider[])
  test(`${provider}: the next incident finds the stable part of its prompt in the provider's cache`, async (t) => {
    const mind = await startMindService(t, { script: recalling, provider })
    await mind.diagnose()
    const second = await mind.diagnose({
      fingerprint: 'another',
      labels: { alertname: 'Other', namespace: 'shop', deployment: 'web' },
    })
    const [turn] = second.events.filter(({ type }) => type === 'model_turn').map(({ data }) => data)
    const prefix = JSON.stringify(mind.model.turns.at(-1)?.request.tools).length / 4
    assert.ok(Number(turn?.cached_input_tokens) > prefix, `${turn?.cached_input_tokens} of ${turn?.input_tokens}`)
  })
