import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSubmission } from './submission.ts'

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

test('findings given as plain strings are read, with what they quote', () => {
  const findings = (...key_findings: string[]) => readSubmission({ ...WHOLE, key_findings }).submission.keyFindings
  assert.deepEqual(findings('It was killed.'), [{ text: 'It was killed.', evidence: [] }])
  for (const [sentence, quote] of [
    ['It was killed, see C1: "reason":"OOMKilled".', '"reason":"OOMKilled"'],
    ['C1 says "exit code 137" about it.', 'exit code 137'],
    ['C1 shows “exit code 137”.', 'exit code 137'],
    ['In C1 stands `restarts: 7`.', 'restarts: 7'],
  ] as const)
    assert.deepEqual(findings(sentence)[0]?.evidence, [{ call: 'C1', quote }], sentence)
})

test('references beside plain findings are read as our own API shows them', () => {
  const beside = { evidence: [{ call: 'C1', plugin: 'list_pods', quote: 'OOMKilled' }] }
  const plain = readSubmission({ ...WHOLE, key_findings: ['It was killed.'], ...beside }).submission.keyFindings
  assert.deepEqual(plain, [{ text: 'It was killed.', evidence: [{ call: 'C1', quote: 'OOMKilled' }] }])
  const none = readSubmission({ ...WHOLE, key_findings: [], ...beside }).submission.keyFindings
  assert.deepEqual(none, [{ text: WHOLE.conclusion, evidence: [{ call: 'C1', quote: 'OOMKilled' }] }])
})
