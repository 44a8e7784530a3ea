/** A verification that looked a hundred times is one line of the timeline, and every answer is still reached from it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldLooks, looksWith, oneByOne, questionsOf } from '../../console/src/pages/incident/looks/folded-looks.ts'
import { tellLooks } from '../../console/src/pages/incident/looks/looks-words.ts'

type Events = Parameters<typeof foldLooks>[0]

const TOOLS = ['lock_waits', 'database_sessions', 'list_pods']
const at = (second: number) => new Date(Date.UTC(2026, 10, 17, 12, 0, second)).toISOString()

/** Rounds of the same questions; what `lock_waits` answers becomes another in the last round. */
function looks(by: string, rounds: number, from = 0) {
  return Array.from({ length: rounds * TOOLS.length }, (_, index) => {
    const tool = TOOLS[index % TOOLS.length] ?? ''
    const isLast = index >= (rounds - 1) * TOOLS.length
    const result = { success: tool !== 'list_pods', waiters: tool === 'lock_waits' && isLast ? 0 : 3 }
    const data = { tool, parameters: {}, result, call: `C${index + 1}`, by, seconds: 1 }
    return { id: String(from + index), type: 'tool_call', timestamp: at(index), data }
  })
}

const events = [
  { id: '900', type: 'diagnosis_started', timestamp: at(0), data: {} },
  ...looks('analysis', 1, 100),
  ...looks('verification', 4, 200),
  { id: '901', type: 'note_added', timestamp: at(30), data: { by: 'Ada', text: 'Seen.' } },
  ...looks('verification', 1, 300),
] as unknown as Events

test('many looks of one asker in a row are one line, and few stay as they are', () => {
  const rows = foldLooks(events)
  assert.equal(rows.length, 1 + 3 + 1 + 1 + 3)
  const folded = rows.flatMap((row) => ('looks' in row ? [row] : []))
  assert.deepEqual(
    folded.map(({ id, looks: { length } }) => [id, length]),
    [['200', 12]],
  )
  assert.equal(oneByOne(events).length, events.length, 'whoever asks for each of them has it')
})

test('folded looks are opened by any of them', () => {
  assert.equal(looksWith(events, '207')?.[0].id, '200')
  assert.equal(looksWith(events, '901'), undefined)
  assert.equal(looksWith(events, '4'), undefined)
})

test('each question has all its answers, and it is told which of them became others', () => {
  const folded = looksWith(events, '200')
  assert.ok(folded)
  const changes = questionsOf(folded).map(({ tool, answers }) => [tool, answers.map(({ change }) => change).join(' ')])
  assert.deepEqual(changes, [
    ['lock_waits', 'first same same changed'],
    ['database_sessions', 'first same same same'],
    ['list_pods', 'first same same same'],
  ])
  const names = new Map(folded.map(({ id }, index) => [id, `V${index + 1}`]))
  assert.equal(
    tellLooks(folded, names, 'utc'),
    'V1 to V12: 12 looks until 12:00:11 UTC. 1 of 3 answers changed. 4 got no answer. lock_waits ×4, database_sessions ×4, list_pods ×4.',
  )
})
