import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Evidence } from '../evidence.ts'
import { renewCitations } from './conversation.ts'
import type { ClaimedEvidence } from './submission.ts'

const SEEN = [
  { id: 'C1', plugin: 'list_pods', parameters: { namespace: 'shop' } },
  { id: 'C2', plugin: 'lock_waits', parameters: {} },
]

/** What became of the citations, and what was asked for it. */
async function renew(citations: readonly ClaimedEvidence[], calls = 30) {
  const asked: string[] = []
  const answer = async ({ id, plugin }: { id: string; plugin: string }) => {
    asked.push(`${id} ${plugin}`)
    return { success: true }
  }
  const evidence = new Evidence(answer, { startAt: 100, callsMax: calls })
  const submission = {
    ...{ conclusion: 'found', confidence: 0.9, situation: 'fault' as const },
    ...{ ruledOut: [], suggestedActions: [], actions: [] },
    keyFindings: [{ text: 'It was seen.', evidence: citations }],
  }
  const renewed = await renewCitations(submission, { seen: SEEN, evidence })
  return { citations: renewed.keyFindings[0]?.evidence, asked }
}

test('what is cited is asked again once, and cited by its new number', async () => {
  const quotes = [
    { call: 'c2', quote: 'waits' },
    { call: 'C1', quote: 'web-1' },
    { call: 'C2', quote: 'holds' },
  ]
  const { citations, asked } = await renew(quotes)
  assert.deepEqual(citations, [
    { call: 'C101', quote: 'waits', askedBefore: 'C2' },
    { call: 'C102', quote: 'web-1', askedBefore: 'C1' },
    { call: 'C101', quote: 'holds', askedBefore: 'C2' },
  ])
  assert.deepEqual(asked, ['C101 lock_waits', 'C102 list_pods'])
})

test('a number that never was one, or that cannot be asked again, is none of this look', async () => {
  assert.deepEqual((await renew([{ call: 'C7', quote: 'x' }])).citations, [{ call: 'C7', quote: 'x' }])
  const { citations, asked } = await renew([{ call: 'C1', quote: 'x' }], 0)
  assert.deepEqual([citations, asked], [[{ call: 'C1', quote: 'x', askedBefore: 'C1' }], []])
})
