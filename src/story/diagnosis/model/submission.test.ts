import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSubmission, submittedIn } from './submission.ts'

const WHOLE = {
  conclusion: 'The pod is out of memory.',
  confidence: 0.8,
  situation: 'fault',
  key_findings: [{ text: 'It was killed.', evidence: [{ call: 'C1', quote: '"reason":"OOMKilled"' }] }],
  ruled_out: ['A bad release.'],
  suggested_actions: ['Raise the limit.'],
  remediation: { description: 'x', actions: [{ plugin: 'restart_pod', parameters: { pod_name: 'a' }, why: 'leak' }] },
}

test('a whole submission is read without a problem', () => {
  assert.deepEqual(readSubmission(WHOLE), {
    problems: [],
    submission: {
      conclusion: 'The pod is out of memory.',
      confidence: 0.8,
      situation: 'fault',
      keyFindings: [{ text: 'It was killed.', evidence: [{ call: 'C1', quote: '"reason":"OOMKilled"' }] }],
      ruledOut: ['A bad release.'],
      suggestedActions: ['Raise the limit.'],
      actions: [{ plugin: 'restart_pod', parameters: { pod_name: 'a' }, why: 'leak' }],
    },
  })
})

for (const [name, changes, problem] of [
  ['a confidence in words', { confidence: 'very' }, /confidence must be a number/],
  ['a confidence beyond one', { confidence: 7 }, /confidence must be a number/],
  ['no conclusion', { conclusion: 42 }, /conclusion must say/],
  ['an unknown situation', { situation: 'fine' }, /situation must be one of/],
  ['findings that are no list', { key_findings: 'none' }, /key_findings must be a list/],
  ['no finding at all', { key_findings: [] }, /at least one finding/],
  ['a remediation in words', { remediation: 'restart everything' }, /list of actions/],
  ['too many actions', { remediation: { actions: Array.from({ length: 9 }, () => ({})) } }, /more than 5/],
] as const)
  test(`${name} is a problem that is told, and the rest is still read`, () => {
    const { submission, problems } = readSubmission({ ...WHOLE, ...changes })
    assert.match(problems.join('; '), problem)
    assert.deepEqual(submission.suggestedActions, ['Raise the limit.'])
  })

test('who does not say how sure he is, is not', () => {
  assert.equal(readSubmission({ ...WHOLE, confidence: undefined }).submission.confidence, 0.3)
})

test('nothing is so malformed that it cannot be read', () => {
  for (const key of Object.keys(WHOLE))
    for (const value of [null, 7, 'x', [], [null], [[]], {}, { actions: [null, 7] }, true])
      assert.doesNotThrow(() => readSubmission({ ...WHOLE, [key]: value }))
  assert.match(readSubmission({}, '{"conclu').problems.join(), /not one JSON object/)
})

test('endless texts and lists are cut, and hidden characters taken out', () => {
  const { submission } = readSubmission({
    ...WHOLE,
    conclusion: `a\u202eb\u0000${'x'.repeat(100_000)}`,
    key_findings: Array.from({ length: 500 }, () => ({ text: 'y', evidence: [] })),
  })
  assert.equal(submission.conclusion.length, 2_000)
  assert.match(submission.conclusion, /^abx/)
  assert.equal(submission.keyFindings.length, 10)
})

const called = (tool: string, parameters: Record<string, unknown>) => ({ id: 'a', tool, parameters })

test('a submission is found among other calls', () => {
  const calls = [called('list_pods', {}), called('submit_diagnosis', WHOLE)]
  assert.equal(submittedIn({ text: '', calls })?.parameters, WHOLE)
})

test('a text that is one JSON object with a conclusion is a submission; other texts are none', () => {
  const parse = (text: string) => submittedIn({ text, calls: [] })?.parameters.conclusion
  assert.equal(parse(' {"conclusion": "full disk"} '), 'full disk')
  assert.equal(parse('```json\n{"conclusion": "full disk"}\n```'), 'full disk')
  for (const text of ['{"conclusion": ', '["conclusion"]', '{"answer": 1}', 'The disk is full.', '', 'null'])
    assert.equal(parse(text), undefined, text)
  assert.equal(submittedIn({ text: '{"conclusion": "x"}', calls: [called('list_pods', {})] }), undefined)
})
