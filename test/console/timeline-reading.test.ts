/** What the page of an incident reads from its timeline, and in which order the palette tells what it found. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byFit } from '../../console/src/app/by-fit.ts'
import { handedIn, inShort, lastNews } from '../../console/src/pages/incident/timeline-reading.ts'

type Events = Parameters<typeof lastNews>[0]

const events = (...types: string[]) => types.map((type, at) => ({ id: `${at}`, type, data: {} })) as unknown as Events

test('a plan that a person handed in is being judged, until somebody looks for the cause again', () => {
  assert.equal(handedIn(events('diagnosis_started', 'plan_handed_in'))?.id, '1')
  assert.equal(handedIn(events('diagnosis_started', 'plan_handed_in', 'diagnosis_started', 'tool_call')), undefined)
})

test('the last news names no call of ours and no message', () => {
  assert.equal(lastNews(events('execution_completed', 'tool_call', 'chat_message_sent'))?.type, 'execution_completed')
})

test('whose name bears the word comes before what the search likens to it', () => {
  const labels = ['INC-1 Farewell card is slow', 'INC-2 Payment is slow', 'INC-3 faresome', 'INC-4 Calls to fares fail']
  assert.deepEqual(
    byFit(
      labels.map((label) => ({ label })),
      'fares',
    ).map(({ label }) => label.slice(0, 5)),
    ['INC-4', 'INC-3', 'INC-1', 'INC-2'],
  )
})

test('what is too long for the timeline ends with a whole word and says that there is more', () => {
  assert.equal(inShort('all is told'), 'all is told')
  const long = inShort('word '.repeat(100))
  assert.ok(long.length <= 402)
  assert.match(long, /word …$/)
  assert.match(inShort('字'.repeat(500)), /^字{400} …$/)
})
