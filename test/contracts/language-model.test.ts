/** What both model protocols have in common through the port: what is said arrives as it was meant, and so does what is answered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelMessage, ModelTurn } from '../../src/ports/language-model.ts'
import { startModelSimulator } from '../world/model/model-simulator.ts'
import { ask, KEY, openLanguageModel } from '../world/model/open-language-model.ts'
import type { Provider, ScriptedCall } from '../world/model/script.ts'

const PROVIDERS: Provider[] = ['provider_a', 'provider_b']

/** What the loop makes of a turn: the model's own words, and an answer to each of its calls. */
function continued(messages: readonly ModelMessage[], { text, calls }: ModelTurn): ModelMessage[] {
  const results = calls.map(({ id, tool }) => ({
    role: 'tool' as const,
    callId: id,
    tool,
    text: `Result of ${tool}`,
    isError: false,
  }))
  return [...messages, { role: 'assistant', text, calls }, ...results]
}

for (const provider of PROVIDERS) {
  test(`${provider}: a turn of text says who spoke and what it cost`, async (t) => {
    const { model } = await openLanguageModel(t, provider, () => 'The disk is full.')
    const { usage, ...turn } = await model.takeTurn(ask())
    const name = provider === 'provider_a' ? 'claude-sonnet-4-5' : 'gpt-5.1'
    assert.deepEqual(turn, { provider, model: name, text: 'The disk is full.', calls: [], ending: 'text' })
    assert.ok(usage.inputTokens > 0 && usage.outputTokens > 0)
    assert.equal(usage.cachedInputTokens, 0)
  })

  test(`${provider}: calls come back in order, with dots in their names and ids of their own`, async (t) => {
    const calls: ScriptedCall[] = [
      { tool: 'metrics.query', parameters: { query: 'up' } },
      { tool: 'list_pods', parameters: { namespace: 'shop' } },
      { tool: 'metrics.query', parameters: {} },
    ]
    const { model, simulator } = await openLanguageModel(t, provider, () => ({ text: 'Let me look.', calls }))
    const turn = await model.takeTurn(ask())
    assert.deepEqual([turn.ending, turn.text], ['calls', 'Let me look.'])
    assert.deepEqual(
      turn.calls.map(({ tool, parameters }) => ({ tool, parameters })),
      calls,
    )
    assert.equal(new Set(turn.calls.map(({ id }) => id)).size, 3)
    assert.deepEqual(simulator.turns[0]?.request.tools, ask().tools)
  })

  test(`${provider}: a conversation is heard as it was held`, async (t) => {
    const { model, simulator } = await openLanguageModel(t, provider, () => 'Enough.')
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Grüße — 你好 🙂' },
      {
        role: 'assistant',
        text: 'Looking.',
        calls: [
          { id: 'call_1', tool: 'list_pods', parameters: { namespace: 'shop' } },
          { id: 'call_2', tool: 'metrics.query', parameters: {} },
        ],
      },
      { role: 'tool', callId: 'call_1', tool: 'list_pods', text: 'one pod', isError: false },
      { role: 'tool', callId: 'call_2', tool: 'metrics.query', text: 'no "metrics" server', isError: true },
      { role: 'user', text: 'Two calls are left.' },
    ]
    await model.takeTurn(ask({ messages, mustCall: 'metrics.query' }))
    const { request } = simulator.turns[0] ?? assert.fail('nothing was asked')
    assert.deepEqual(request.messages, messages)
    assert.deepEqual([request.system, request.mustCall, request.turn], [ask().system, 'metrics.query', 1])
  })

  test(`${provider}: a forced call is a call, whatever the server says it stopped for`, async (t) => {
    const { model } = await openLanguageModel(t, provider, () => ({ calls: [{ tool: 'list_pods' }] }))
    assert.equal((await model.takeTurn(ask({ mustCall: 'list_pods' }))).ending, 'calls')
  })

  test(`${provider}: arguments that are no JSON object come back as they were, and the conversation goes on`, async (t) => {
    const wrong = ['{"namespace": "shop"', 'namespace=shop', '["shop"]', '"shop"', '']
    const { model, simulator } = await openLanguageModel(t, provider, ({ turn }) =>
      turn > 0 ? 'Sorry.' : { calls: wrong.map((text) => ({ tool: 'list_pods', arguments: text })) },
    )
    const { messages } = ask()
    const turn = await model.takeTurn(ask())
    assert.deepEqual(
      turn.calls.map(({ malformed }) => malformed),
      ['{"namespace": "shop"', 'namespace=shop', '["shop"]', provider === 'provider_a' ? '"shop"' : 'shop', ''],
    )
    assert.ok(turn.calls.every(({ parameters }) => Object.keys(parameters).length === 0))
    assert.equal((await model.takeTurn(ask({ messages: continued(messages, turn) }))).text, 'Sorry.')
    assert.equal(simulator.turns.length, 2)
  })

  test(`${provider}: a turn can always be stored: no half characters, no NUL, nothing deeper than can be written`, async (t) => {
    const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const { model } = await openLanguageModel(t, provider, () => ({
      text: 'a\u0000b\ud83d',
      calls: [
        { tool: 'list_pods', parameters: { name: 'x\udc00', 'k\u0000': ['\u0000'] } },
        ...(provider === 'provider_b' ? [{ tool: 'list_pods', arguments: deep }] : []),
      ],
    }))
    const turn = await model.takeTurn(ask())
    assert.equal(turn.text, 'a\ufffdb\ufffd')
    assert.deepEqual(turn.calls[0]?.parameters, { name: 'x\ufffd', 'k\ufffd': ['\ufffd'] })
    assert.equal(JSON.stringify(turn), JSON.stringify(turn).toWellFormed())
    if (provider === 'provider_b') assert.equal(turn.calls[1]?.malformed, deep.slice(0, 4000))
  })

  test(`${provider}: unknown tools and impossible names and ids come back as calls and may be answered`, async (t) => {
    const calls = [
      { tool: 'nobody.knows', id: 'functions.nobody:0' },
      { tool: 'rm -rf / ; 名前', id: 'same' },
      { tool: `long_${'x'.repeat(200)}`, id: 'same' },
    ]
    const { model, simulator } = await openLanguageModel(t, provider, ({ turn }) => (turn < 2 ? { calls } : 'Done.'))
    let messages = ask().messages
    for (const _ of [1, 2]) {
      const turn = await model.takeTurn(ask({ messages }))
      assert.deepEqual(
        turn.calls.map(({ tool }) => tool),
        calls.map(({ tool }) => tool),
      )
      messages = continued(messages, turn)
    }
    assert.equal((await model.takeTurn(ask({ messages }))).text, 'Done.')
    const ids = messages.flatMap((message) => (message.role === 'assistant' ? message.calls.map(({ id }) => id) : []))
    assert.equal(new Set(ids).size, 6)
    assert.equal(simulator.turns.length, 3)
  })

  test(`${provider}: every name a plugin may have travels and comes back, and none is taken for another`, async (t) => {
    const names = ['a.b', 'a__b', 'a_.b', 'a._b', `custom.${'x'.repeat(57)}`, `custom.${'x'.repeat(56)}y`, 'shell.exec']
    const tools = names.map((name) => ({
      name,
      description: 'd'.repeat(2000),
      parameters: { type: 'object', properties: {} },
    }))
    const { model, simulator } = await openLanguageModel(t, provider, ({ tools: offered }) => ({
      calls: offered.map(({ name }) => ({ tool: name })),
    }))
    const turn = await model.takeTurn(ask({ tools }))
    assert.deepEqual(
      turn.calls.map(({ tool }) => tool),
      names,
    )
    assert.equal(
      (await model.takeTurn(ask({ tools, messages: continued(ask().messages, turn) }))).calls.length,
      names.length,
    )
    assert.equal(simulator.turns.length, 2)
  })

  test(`${provider}: texts of nothing and texts cut within a character are sent in a form the server takes`, async (t) => {
    const { model, simulator } = await openLanguageModel(t, provider, () => 'Fine.')
    const messages: ModelMessage[] = [
      { role: 'user', text: ' \n' },
      { role: 'assistant', text: '', calls: [] },
      { role: 'user', text: 'cut \ud83d and C:\\ud83d' },
      { role: 'assistant', text: ' ', calls: [{ id: 'c1', tool: 'list_pods', parameters: { a: '\ude00' } }] },
      { role: 'tool', callId: 'c1', tool: 'list_pods', text: '', isError: false },
    ]
    await model.takeTurn(ask({ system: '', messages }))
    assert.equal(simulator.recorder.requests[0]?.status, 200)
    const { request } = simulator.turns[0] ?? assert.fail('nothing was asked')
    assert.deepEqual(request.messages[2], { role: 'user', text: 'cut \ufffd and C:\\ud83d' })
  })

  test(`${provider}: the beginning of a conversation is paid for once, however many calls a turn makes`, async (t) => {
    const calls = Array.from({ length: 14 }, () => ({ tool: 'list_pods', parameters: { namespace: 'shop' } }))
    const { model, simulator } = await openLanguageModel(t, provider, () => ({ calls }))
    const system = 'Think before you act. '.repeat(400)
    let messages = ask().messages
    let earlier = 0
    for (const turnNumber of [0, 1, 2, 3]) {
      const turn = await model.takeTurn(ask({ system, messages }))
      const { inputTokens, cachedInputTokens } = turn.usage
      if (turnNumber > 0)
        assert.ok(cachedInputTokens >= earlier - 256, `turn ${turnNumber}: ${cachedInputTokens} of ${earlier}`)
      assert.ok(cachedInputTokens <= inputTokens)
      earlier = inputTokens
      messages = continued(messages, turn)
    }
    const marks =
      JSON.stringify(simulator.turns.at(-1)?.body).match(/"cache_control":\{"type":"ephemeral"\}/g)?.length ?? 0
    assert.equal(marks, provider === 'provider_a' ? 4 : 0)
  })

  test(`${provider}: an answer that was cut and one that was refused say so`, async (t) => {
    const { model } = await openLanguageModel(t, provider, ({ messages }) => ({
      text: 'I',
      stop: messages[0]?.role === 'user' && messages[0].text === 'long' ? 'length' : 'refusal',
    }))
    const endingOf = async (text: string) => (await model.takeTurn(ask({ messages: [{ role: 'user', text }] }))).ending
    assert.deepEqual([await endingOf('long'), await endingOf('bad')], ['length', 'refused'])
  })

  test(`${provider}: the address is understood as people write it`, async (t) => {
    const { model, simulator, set } = await openLanguageModel(t, provider, () => 'Here.')
    const whole = provider === 'provider_a' ? '/v1/messages' : '/v1/chat/completions'
    for (const ending of ['', '/', '/v1', '/v1/', whole]) {
      set({ LLM_BASE_URL: simulator.url + ending })
      assert.equal((await model.takeTurn(ask())).text, 'Here.', ending)
    }
    assert.deepEqual([...new Set(simulator.recorder.requests.map(({ path }) => path))], [whole])
  })

  test(`${provider}: the key of the moment is sent, and none where a server of one's own wants none`, async (t) => {
    const { model, simulator, set } = await openLanguageModel(t, provider, () => 'Here.')
    await model.takeTurn(ask())
    const { headers } = simulator.turns[0] ?? assert.fail('nothing was asked')
    assert.deepEqual(
      [headers['x-api-key'], headers.authorization],
      provider === 'provider_a' ? [KEY, undefined] : [undefined, `Bearer ${KEY}`],
    )
    const open = await startModelSimulator({ script: () => 'Come in.' })
    t.after(() => open.close())
    set({ LLM_API_KEY: undefined, LLM_BASE_URL: open.url })
    assert.equal((await model.takeTurn(ask())).text, 'Come in.')
    const { headers: without } = open.turns[0] ?? assert.fail('nothing was asked')
    assert.deepEqual([without['x-api-key'], without.authorization], [undefined, undefined])
    const own = provider === 'provider_a' ? 'https://api.anthropic.com' : 'https://api.openai.com/v1'
    set({ LLM_BASE_URL: own })
    await assert.rejects(model.takeTurn(ask()), { failure: 'not_configured' })
    assert.deepEqual([simulator.turns.length, open.turns.length], [1, 1])
  })
}

test('a conversation begun with one provider goes on with the other', async (t) => {
  const { model, set, simulator } = await openLanguageModel(t, 'provider_b', ({ turn }) =>
    turn < 3 ? { calls: [{ tool: 'metrics.query' }, { tool: 'list_pods' }] } : 'Done.',
  )
  let messages = ask().messages
  const spoke: string[] = []
  for (const LLM_PROVIDER of ['provider_b', 'provider_a', 'provider_b', 'provider_a'] as const) {
    set({ LLM_PROVIDER })
    const turn = await model.takeTurn(ask({ messages }))
    spoke.push(turn.provider)
    messages = continued(messages, turn)
  }
  assert.deepEqual(
    spoke,
    simulator.turns.map(({ request }) => request.provider),
  )
  assert.equal(spoke.length, 4)
})
