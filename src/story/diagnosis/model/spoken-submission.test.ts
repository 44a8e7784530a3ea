import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proseIn, submittedIn } from './submission.ts'

const called = (tool: string, parameters: Record<string, unknown>) => ({ id: 'a', tool, parameters })
const conclusionIn = (text: string) => submittedIn({ text, calls: [] })?.parameters.conclusion

test('a submission is found among other calls', () => {
  const whole = { conclusion: 'full disk' }
  const calls = [called('list_pods', {}), called('submit_diagnosis', whole)]
  assert.equal(submittedIn({ text: '', calls })?.parameters, whole)
})

for (const [name, text] of [
  ['bare', ' {"conclusion": "full disk"} '],
  ['in a code block', '```json\n{"conclusion": "full disk"}\n```'],
  ['in a code block within prose', 'I am done.\n```\n{"conclusion": "full disk"}\n```\nThat is all {sic}.'],
  ['behind other braces', 'The set {a, b} is empty: {"pods": 3} {"conclusion": "full disk", "note": "a } in \\" it"}'],
  ['as a call written down', 'submit_diagnosis({"conclusion": "full disk"})'],
  [
    'as a call in tags',
    '<tool_call>{"name": "submit_diagnosis", "arguments": {"conclusion": "full disk"}}</tool_call>',
  ],
  ['as arguments within a string', '{"name":"submit_diagnosis","arguments":"{\\"conclusion\\":\\"full disk\\"}"}'],
  ['under the name of the tool', '{"submit_diagnosis": {"conclusion": "full disk"}}'],
] as const)
  test(`JSON with a conclusion is a submission: ${name}`, () => {
    assert.equal(conclusionIn(text), 'full disk')
  })

test('other texts are none', () => {
  for (const text of [
    '{"conclusion": ',
    '["conclusion"]',
    '{"answer": 1}',
    'The disk is full.',
    '',
    'null',
    '{'.repeat(9_000),
  ])
    assert.equal(conclusionIn(text), undefined, text.slice(0, 20))
  assert.equal(submittedIn({ text: '{"conclusion": "x"}', calls: [called('list_pods', {})] }), undefined)
})

test('arguments that are text around JSON are read, and those that are not remain a mistake', () => {
  const spoken = (malformed: string) =>
    submittedIn({ text: '', calls: [{ ...called('submit_diagnosis', {}), malformed }] })
  assert.deepEqual(spoken('```json\n{"conclusion": "full disk"}\n```')?.parameters, { conclusion: 'full disk' })
  assert.equal(spoken('{"conclu')?.malformed, '{"conclu')
})

test('sentences are prose; a question back, a word and a call are none', () => {
  assert.equal(proseIn({ text: ' The disk of db-1 is full. ', calls: [] }), 'The disk of db-1 is full.')
  for (const text of ['Which namespace do you mean?', 'Done.', ''])
    assert.equal(proseIn({ text, calls: [] }), undefined, text)
  assert.equal(proseIn({ text: 'The disk of db-1 is full.', calls: [called('list_pods', {})] }), undefined)
})
