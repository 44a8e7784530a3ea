import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelCall, ModelMessage, ModelTurn } from '../../../ports/language-model.ts'
import { Conversation } from './conversation.ts'
import type { TurnQuestion } from './turn-taker.ts'

const call = (tool: string, parameters: Record<string, unknown> = {}, id = tool): ModelCall => ({
  id,
  tool,
  parameters,
})
const SUBMISSION = { conclusion: 'found' }
const submit = () => ({ calls: [call('submit_diagnosis', SUBMISSION)] })
const look = () => ({ calls: [call('list_pods')] })

/** A model that says one thing after the other, and what it was asked each time. */
function talkWith(says: readonly (() => Partial<ModelTurn> | { failure: string })[], limits = {}) {
  const asked: TurnQuestion[] = []
  const budgets: number[] = []
  const conversation = new Conversation('Find the cause.', {
    turnsMax: 12,
    callsMax: 30,
    ...limits,
    async takeTurn(question) {
      asked.push({ ...question, messages: [...question.messages] })
      const said = (says[question.number - 1] ?? says.at(-1) ?? submit)()
      if ('failure' in said) return { failure: said.failure, kind: 'timeout', provider: '', model: '' }
      const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 }
      return { turn: { provider: 'a', model: 'm', text: '', calls: [], usage, ending: 'calls', ...said } }
    },
    async answer(calls, callsLeft): Promise<ModelMessage[]> {
      budgets.push(callsLeft)
      return calls.map(({ id, tool }) => ({ role: 'tool', callId: id, tool, text: 'seen', isError: false }))
    },
  })
  return { conversation, asked, budgets }
}

test('it looks until it submits, and every call is answered before the next turn', async () => {
  const { conversation, asked } = talkWith([look, look, submit])
  assert.deepEqual((await conversation.nextSubmission()) as object, submit().calls[0] as object)
  assert.deepEqual(
    asked.map(({ messages }) => messages.map(({ role }) => role).join(' ')),
    ['user', 'user assistant tool', 'user assistant tool assistant tool'],
  )
  assert.deepEqual(
    asked.map(({ mustSubmit }) => mustSubmit),
    [false, false, false],
  )
})

test('one that looks for ever must submit in the last but one turn, and has one more chance', async () => {
  const { conversation, asked } = talkWith([look])
  assert.deepEqual(await conversation.nextSubmission(), { failure: 'The model submitted no diagnosis in 12 turns.' })
  assert.deepEqual(
    asked.map(({ mustSubmit }) => mustSubmit),
    [...Array<boolean>(10).fill(false), true, true],
  )
  assert.equal(conversation.canGoOn, false)
})

test('one that only talks must submit next, and is not asked a third time', async () => {
  const { conversation, asked } = talkWith([() => ({ text: 'I need more data.', ending: 'text' })])
  assert.deepEqual(await conversation.nextSubmission(), { failure: 'The model submitted no diagnosis in 3 turns.' })
  assert.deepEqual(
    asked.map(({ mustSubmit }) => mustSubmit),
    [false, true, true],
  )
  assert.match(asked[1]?.messages.at(-1)?.text ?? '', /Nobody reads plain text/)
})

test('a refusal ends it, and so does a turn that never came', async () => {
  const refusing = talkWith([() => ({ text: 'No.', ending: 'refused' })]).conversation
  assert.deepEqual(await refusing.nextSubmission(), { failure: 'The model refused to answer.' })
  const failing = talkWith([look, () => ({ failure: 'No answer came.' })]).conversation
  assert.deepEqual(await failing.nextSubmission(), { failure: 'No answer came.' })
  assert.equal(failing.canGoOn, false)
})

test('a submission that does not hold is answered call by call, and the next turn must be another', async () => {
  const both = () => ({ calls: [call('list_pods'), ...submit().calls] })
  const { conversation, asked } = talkWith([both, submit])
  await conversation.nextSubmission()
  conversation.reply('This does not hold.')
  await conversation.nextSubmission()
  assert.equal(asked[1]?.mustSubmit, true)
  assert.deepEqual(
    asked[1]?.messages.slice(2).map((message) => (message.role === 'tool' ? [message.tool, message.text] : [])),
    [
      ['list_pods', 'Not carried out: you submitted your diagnosis in the same turn.'],
      ['submit_diagnosis', 'This does not hold.'],
    ],
  )
})

test('a submission in plain text is answered in plain text', async () => {
  const { conversation, asked } = talkWith([() => ({ text: '{"conclusion": "x"}', ending: 'text' }), submit])
  await conversation.nextSubmission()
  conversation.reply('This does not hold.')
  await conversation.nextSubmission()
  assert.deepEqual(asked[1]?.messages.at(-1), { role: 'user', text: 'This does not hold.' })
})

test('calls are counted over all turns, mistakes and repetitions among them', async () => {
  const three = () => ({ calls: ['a', 'b', 'c'].map((id) => call('list_pods', {}, id)) })
  const { conversation, budgets } = talkWith([three, three, three, submit], { callsMax: 7 })
  await conversation.nextSubmission()
  assert.deepEqual(budgets, [7, 4, 1])
})

test('with one turn in all it must submit at once', async () => {
  const { conversation, asked } = talkWith([submit], { turnsMax: 1 })
  await conversation.nextSubmission()
  assert.equal(asked[0]?.mustSubmit, true)
  assert.equal(conversation.canGoOn, false)
})
