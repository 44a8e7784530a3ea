import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exhibitOf } from '../../../../test/world/mind/analysis-of.ts'
import { createRedactor } from '../../../guidance/secrecy/redact.ts'
import { resolveSettings } from '../../../guidance/settings/resolve-settings.ts'
import { type ModelQuestion, type ModelTurn, ModelUnavailable } from '../../../ports/language-model.ts'
import type { NewEvent } from '../../incident/incident-event.ts'
import type { Steps } from '../../incident/steps.ts'
import { createTurnTaker } from './turn-taker.ts'

const BEGAN = new Date('2026-11-15T08:00:00Z')
const TURN: ModelTurn = {
  provider: 'provider_a',
  model: 'm',
  text: 'Looking. password=hunter2hunter2',
  calls: [{ id: 'a', tool: 'list_pods', parameters: { namespace: 'shop' } }],
  usage: { inputTokens: 1_000, outputTokens: 100, cachedInputTokens: 600 },
  ending: 'calls',
}

const EXHIBITS = [exhibitOf('C1', 'list_pods', { pods: [] })]

type World = {
  says?: (question: ModelQuestion) => Promise<ModelTurn>
  settings?: Record<string, string>
  minutes?: number
  usedInHour?: number
  journal?: Map<string, unknown>
  look?: number
}

function open({
  says = async () => TURN,
  settings = {},
  minutes = 0,
  usedInHour = 0,
  journal = new Map(),
  look = 1,
}: World = {}) {
  const asked: ModelQuestion[] = []
  const events: NewEvent[] = []
  const stopping = new AbortController()
  const steps: Steps = {
    async act(step, work, tell) {
      if (!journal.has(step)) {
        const result = await work()
        journal.set(step, result)
        events.push(...(tell?.(result) ?? []))
      }
      return journal.get(step) as Awaited<ReturnType<typeof work>>
    },
  }
  const takeTurn = createTurnTaker(
    {
      model: {
        takeTurn: (question) => {
          asked.push(question)
          return says(question)
        },
      },
      currentSettings: async () => resolveSettings(settings, new Map()).values,
      tokensInLastHour: async () => usedInHour,
      clock: { now: () => new Date(BEGAN.getTime() + minutes * 60_000) },
      redactor: createRedactor(() => []),
    },
    {
      look: { number: look, since: BEGAN },
      exhibits: () => EXHIBITS,
      steps,
      signal: stopping.signal,
    },
  )
  const ask = (number = 1, mustSubmit = false) =>
    takeTurn(
      { system: 'system', tools: [] },
      { number, messages: [{ role: 'user', text: 'token=abcdef1234567890 find it' }], mustSubmit },
    )
  return { ask, asked, events, journal, stop: () => stopping.abort(new Error('stopping')) }
}

test('a turn is told with what was asked, answered and used, and without secrets', async () => {
  const { ask, events } = open()
  assert.deepEqual(await ask(), { turn: TURN })
  const [event] = events
  assert.equal(event?.kind, 'model_turn')
  assert.deepEqual(event?.data, {
    turn: 1,
    provider: 'provider_a',
    model: 'm',
    asked: 'token=[redacted] find it',
    answered: 'Looking. password=[redacted]',
    calls: ['list_pods {"namespace":"shop"}'],
    input_tokens: 1_000,
    cached_input_tokens: 600,
    output_tokens: 100,
    failure: '',
  })
})

test('a recorded turn is not asked again', async () => {
  const journal = new Map()
  await open({ journal }).ask()
  const again = open({ journal })
  assert.deepEqual(await again.ask(), { turn: TURN })
  assert.equal(again.asked.length, 0)
  assert.equal(again.events.length, 0)
})

test('a submission of an earlier look is not asked again, and tells what its numbers stood for', async () => {
  const submission = { ...TURN, calls: [{ id: 'a', tool: 'submit_diagnosis', parameters: { conclusion: 'found' } }] }
  const first = open({ says: async () => submission })
  assert.deepEqual(await first.ask(), { turn: submission })
  const second = open({ journal: first.journal, look: 2 })
  assert.deepEqual(await second.ask(), {
    turn: submission,
    seenBefore: [{ id: 'C1', plugin: 'list_pods', parameters: {} }],
  })
  assert.deepEqual(second.asked, [])
})

test('why no turn came is recorded and told', async () => {
  const says = () => Promise.reject(new ModelUnavailable('rate_limited', 'Too many.'))
  const { ask, events } = open({ says })
  const { LLM_MODEL: model } = resolveSettings({}, new Map()).values
  assert.deepEqual(await ask(), { failure: 'Too many.', kind: 'rate_limited', provider: 'provider_a', model })
  assert.match(JSON.stringify(events), /"failure":"Too many."/)
})

test('a turn that was broken off because we stop leaves no trace', async () => {
  const world = open({
    says: async () => {
      world.stop()
      throw new Error('aborted')
    },
  })
  await assert.rejects(world.ask(), /stopping/)
  assert.equal(world.journal.size, 0)
})

test('an answer of megabytes is not kept', async () => {
  const text = 'x'.repeat(5_000_000)
  const calls = [{ id: 'a', tool: 'list_pods', parameters: { namespace: text } }]
  const { ask, journal, events } = open({ says: async () => ({ ...TURN, text, calls }) })
  await ask()
  assert.ok(JSON.stringify([...journal.values()]).length < 50_000)
  assert.ok(JSON.stringify(events).length < 20_000)
})

test('the tokens of a diagnosis are counted over its turns, cached ones by a tenth', async () => {
  const { ask, asked } = open({ settings: { LLM_INCIDENT_TOKENS: '1100' } })
  await ask(1)
  await ask(2)
  const third = await ask(3)
  assert.equal(asked.length, 2)
  assert.match('failure' in third ? third.failure : '', /The 1100 tokens one incident may use are used up/)
})

test('where the tokens run out, the turn must submit', async () => {
  const { ask, asked } = open({ settings: { LLM_INCIDENT_TOKENS: '15000' } })
  await ask()
  assert.equal(asked[0]?.mustCall, 'submit_diagnosis')
  const plenty = open()
  await plenty.ask()
  assert.equal(plenty.asked[0]?.mustCall, undefined)
})

test('after ten minutes the model must submit, after fifteen nobody asks it any more', async () => {
  const late = open({ minutes: 11 })
  await late.ask()
  assert.equal(late.asked[0]?.mustCall, 'submit_diagnosis')
  const over = open({ minutes: 16 })
  assert.match(JSON.stringify(await over.ask()), /did not come to an end in 900 s/)
  assert.equal(over.asked.length, 0)
})

test('the tokens of the hour are those of everybody; 0 means no limit', async () => {
  const spent = open({ settings: { LLM_HOURLY_TOKENS: '5000' }, usedInHour: 5_000 })
  assert.match(JSON.stringify(await spent.ask()), /5000 model tokens of this hour are used up/)
  assert.equal(spent.asked.length, 0)
  assert.equal(spent.events.length, 0)
  for (const LLM_HOURLY_TOKENS of ['0', '5001']) {
    const left = open({ settings: { LLM_HOURLY_TOKENS }, usedInHour: 5_000 })
    await left.ask()
    assert.equal(left.asked.length, 1)
  }
})
