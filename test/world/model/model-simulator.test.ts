import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startModelSimulator } from './model-simulator.ts'
import type { ModelAnswer } from './script.ts'

const A = { path: '/v1/messages', headers: { 'x-api-key': 'right', 'anthropic-version': '2023-06-01' } }
const B = { path: '/v1/chat/completions', headers: { authorization: 'Bearer right' } }

const SCHEMA = { type: 'object', properties: {} }
const USE = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }
const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'seen' }
const HELLO = { role: 'user', content: 'Hello' }
const messagesBody = (changes: object = {}) => ({
  model: 'claude-sonnet-4-5',
  max_tokens: 100,
  messages: [HELLO],
  tools: [{ name: 'look', input_schema: SCHEMA }],
  ...changes,
})

const CALL = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }
const CALLED = { role: 'assistant', content: null, tool_calls: [CALL] }
const SEEN = { role: 'tool', tool_call_id: 'call_1', content: 'seen' }
const completionsBody = (changes: object = {}) => ({
  model: 'gpt-5.1',
  max_completion_tokens: 100,
  messages: [HELLO],
  tools: [{ type: 'function', function: { name: 'look', parameters: SCHEMA } }],
  ...changes,
})

const REFUSED_A: [body: object, words: RegExp][] = [
  [messagesBody({ model: undefined }), /^model: Field required$/],
  [messagesBody({ max_tokens: undefined }), /^max_tokens: Field required$/],
  [messagesBody({ messages: [] }), /at least one message is required/],
  [
    messagesBody({ tools: [{ name: 'a.b', input_schema: SCHEMA }] }),
    /^tools\.0\.custom\.name: String should match pattern/,
  ],
  [messagesBody({ tools: [{ name: 'a', input_schema: {} }] }), /^tools\.0\.custom\.input_schema\.type/],
  [messagesBody({ tool_choice: { type: 'tool', name: 'other' } }), /^Tool 'other' not found/],
  [
    messagesBody({
      tools: undefined,
      messages: [HELLO, { role: 'assistant', content: [USE] }, { role: 'user', content: [RESULT] }],
    }),
    /must define tools/,
  ],
  [
    messagesBody({ messages: [HELLO, { role: 'assistant', content: [USE] }] }),
    /^messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1\./,
  ],
  [
    messagesBody({
      messages: [
        HELLO,
        { role: 'assistant', content: [USE] },
        { role: 'user', content: [{ type: 'text', text: 'Wait.' }, RESULT] },
      ],
    }),
    /without `tool_result` blocks immediately after/,
  ],
  [
    messagesBody({ messages: [{ role: 'user', content: [RESULT] }] }),
    /^messages\.0\.content\.0: unexpected `tool_use_id`/,
  ],
  [
    messagesBody({
      messages: [HELLO, { role: 'assistant', content: [USE, USE] }, { role: 'user', content: [RESULT] }],
    }),
    /`tool_use` ids must be unique/,
  ],
  [
    messagesBody({ messages: [HELLO, { role: 'assistant', content: [{ ...USE, id: 'a.b:0' }] }] }),
    /tool_use\.id: String should match pattern/,
  ],
  [messagesBody({ messages: [{ role: 'assistant', content: 'Hello' }] }), /first message must use the "user" role/],
  [messagesBody({ messages: [{ role: 'user', content: '' }] }), /text content blocks must be non-empty/],
  [messagesBody({ messages: [{ role: 'user', content: ' \n' }] }), /must contain non-whitespace text/],
  [messagesBody({ messages: [{ role: 'user', content: 'half \ud83d' }] }), /no low surrogate in string/],
  [messagesBody({ messages: [HELLO, { role: 'assistant', content: 'So ' }] }), /cannot end with trailing whitespace/],
  [
    messagesBody({
      system: Array.from({ length: 5 }, () => ({ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } })),
    }),
    /A maximum of 4 blocks with cache_control may be provided\. Found 5\./,
  ],
]

const REFUSED_B: [body: object, words: RegExp][] = [
  [completionsBody({ model: undefined }), /must provide a model parameter/],
  [completionsBody({ messages: undefined }), /^Missing required parameter: 'messages'\.$/],
  [completionsBody({ max_tokens: 100 }), /'max_tokens' is not supported with this model/],
  [completionsBody({ tools: [] }), /^Invalid 'tools': empty array/],
  [
    completionsBody({ tools: [{ type: 'function', function: { name: 'a.b' } }] }),
    /^Invalid 'tools\[0\]\.function\.name': string does not match pattern/,
  ],
  [completionsBody({ tools: [{ type: 'function', function: { name: 'a'.repeat(65) } }] }), /maximum length 64/],
  [
    completionsBody({ tools: [{ type: 'function', function: { name: 'a', description: 'a'.repeat(1025) } }] }),
    /maximum length 1024/,
  ],
  [completionsBody({ tool_choice: { type: 'function', function: { name: 'other' } } }), /no function named 'other'/],
  [completionsBody({ tools: undefined, tool_choice: 'auto' }), /only allowed when 'tools' are specified/],
  [
    completionsBody({ messages: [HELLO, CALLED] }),
    /must be followed by tool messages responding to each 'tool_call_id'\..*: call_1$/,
  ],
  [completionsBody({ messages: [HELLO, CALLED, HELLO, SEEN] }), /must be followed by tool messages/],
  [completionsBody({ messages: [HELLO, SEEN] }), /must be a response to a preceeding message with 'tool_calls'/],
  [completionsBody({ messages: [HELLO, { role: 'assistant', content: null }] }), /expected a string, got null/],
  [completionsBody({ messages: [{ role: 'user', content: 'half \ud83d' }] }), /no low surrogate/],
]

test('what the real APIs refuse is refused with 400, in their words', async (t) => {
  const ask = await start(t, () => 'Never said.')
  for (const [body, words] of REFUSED_A) {
    const { status, json } = await ask(A, body)
    assert.deepEqual([status, json.type, json.error.type], [400, 'error', 'invalid_request_error'], String(words))
    assert.match(json.error.message, words)
  }
  for (const [body, words] of REFUSED_B) {
    const { status, json } = await ask(B, body)
    assert.deepEqual([status, json.error.type], [400, 'invalid_request_error'], String(words))
    assert.match(json.error.message, words)
  }
})

test('one script answers in both protocols', async (t) => {
  const ask = await start(t, () => ({
    text: 'Looking.',
    calls: [{ tool: 'metrics.query', parameters: { query: 'up' } }],
  }))
  const { json: a } = await ask(
    A,
    messagesBody({ messages: [HELLO, { role: 'assistant', content: [USE] }, { role: 'user', content: [RESULT] }] }),
  )
  assert.deepEqual([a.stop_reason, a.content[0]], ['tool_use', { type: 'text', text: 'Looking.' }])
  assert.deepEqual(
    { ...a.content[1], id: '' },
    { type: 'tool_use', id: '', name: 'metrics__query', input: { query: 'up' } },
  )
  const { json: b } = await ask(B, completionsBody({ messages: [HELLO, CALLED, SEEN] }))
  const [{ message, finish_reason }] = b.choices
  assert.deepEqual([finish_reason, message.content], ['tool_calls', 'Looking.'])
  assert.deepEqual(message.tool_calls[0].function, { name: 'metrics__query', arguments: '{"query":"up"}' })
})

test('without its key nobody is answered, and both list their models with it', async (t) => {
  const ask = await start(t, () => 'Never said.')
  for (const [protocol, header] of [
    [A, 'x-api-key'],
    [B, 'authorization'],
  ] as const) {
    const { [header]: _key, ...without } = protocol.headers as Record<string, string>
    assert.equal((await ask({ ...protocol, headers: without }, {})).status, 401)
    assert.equal((await ask({ ...protocol, headers: { ...without, [header]: 'Bearer wrong' } }, {})).status, 401)
    const { status, json } = await ask({ ...protocol, path: '/v1/models' }, undefined)
    assert.deepEqual([status, json.data.length], [200, 1])
    assert.equal((await ask({ ...protocol, path: '/v2/else' }, {})).status, 404)
  }
})

test('prompts are found in the cache from 1024 tokens on, where they begin alike', async (t) => {
  const ask = await start(t, () => 'Yes.')
  const cachedOf = async (words: number) => {
    const text = 'word '.repeat(words)
    const system = [{ type: 'text', text, cache_control: { type: 'ephemeral' } }]
    const [, a] = [await ask(A, messagesBody({ system })), await ask(A, messagesBody({ system }))]
    const messages = [{ role: 'developer', content: text }, HELLO]
    const [, b] = [await ask(B, completionsBody({ messages })), await ask(B, completionsBody({ messages }))]
    return [a.json.usage.cache_read_input_tokens, b.json.usage.prompt_tokens_details.cached_tokens]
  }
  assert.deepEqual(await cachedOf(500), [0, 0])
  const [a, b] = await cachedOf(2_000)
  assert.ok(a > 2_000 && b > 2_000 && b % 128 === 0)
})

type Place = { path: string; headers: Record<string, string | undefined> }

async function start(t: TestContext, script: () => ModelAnswer) {
  const simulator = await startModelSimulator({ script, key: 'right' })
  t.after(() => simulator.close())
  return async ({ path, headers }: Place, body: object | undefined) => {
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(simulator.url + path, { ...request, headers: headers as Record<string, string> })
    // The shape is what is tested.
    return { status: response.status, json: JSON.parse(await response.text()) }
  }
}
