import assert from 'node:assert/strict'
import { test } from 'node:test'
import { besideGuesses } from '../../console/src/pages/incident/handover/beside-guesses.ts'
import { guessesOf } from '../../console/src/pages/incident/handover/guesses-of.ts'
import { namesToLookAt } from '../../console/src/pages/incident/handover/next-names.ts'
import { unsaidSuggestions } from '../../console/src/pages/incident/handover/unsaid-suggestions.ts'
import { whyNoMap } from '../../console/src/pages/incident/map/why-no-map.ts'

type Incident = Parameters<typeof besideGuesses>[0]

const LINE = 'ledger says since 10:02 UTC, 3 times and never before: "vault refused the seal: key slot 4 is empty"'
const MOVED = 'vault_seals went from 3 to 0 at 10:01 UTC'

const incident = (status: string) =>
  ({
    status,
    similar: [],
    events: [
      {
        id: '1',
        type: 'tool_call',
        timestamp: '',
        data: { tool: 'lock_waits', call: 'C1', by: 'analysis', parameters: {}, result: { success: true } },
      },
    ],
    diagnosis: {
      situation: 'unclear',
      confidence: 0.3,
      key_findings: [`${LINE}.`],
      beside: [],
      suggested_actions: ['Look at ledger first, then at vault.', 'Ask somebody.'],
      guesses: [
        { entity: 'ledger', findings: [{ text: `${LINE}.`, evidence: [] }], against: [] },
        { entity: 'vault', findings: [{ text: `${MOVED}.`, evidence: [] }], against: ['its facts are weaker'] },
      ],
    },
  }) as unknown as Incident

const CONCLUSION = `No known situation fits. What was seen points to ledger: ${LINE}. Next to it: vault (${MOVED}; against it: its facts are weaker). Nothing was changed.`

test('what the guesses tell with their proof is not told again by the conclusion, the findings or the suggestions', () => {
  const { without, isTold } = besideGuesses(incident('escalated'))
  assert.equal(without(CONCLUSION), 'No known situation fits. Nothing was changed.')
  assert.equal(without(`No known situation fits. What was seen points to ledger: ${LINE}.`), 'No known situation fits.')
  assert.equal(without('No cause was found (lock_waits). So (logs.query).'), 'No cause was found. So (logs.query).')
  assert.deepEqual([isTold(`${LINE}.`), isTold('Another one.')], [true, false])
  assert.deepEqual(unsaidSuggestions(incident('escalated')), ['Ask somebody.'])
})

test('where no guesses are shown, all of it stands', () => {
  const { without, isTold } = besideGuesses(incident('awaiting_approval'))
  assert.equal(without(CONCLUSION), CONCLUSION)
  assert.equal(isTold(`${LINE}.`), false)
})

test('whom the conclusion holds at fault is the first to look at, whether or not anybody has to guess', () => {
  const looked = (at_fault: string[], guessed: string[]) =>
    namesToLookAt(
      { context: { depends_on: ['ledger', 'vault'], databases: [] }, diagnosis: { at_fault } } as unknown as Incident,
      guessed.map((entity) => ({ kind: 'seen' as const, entity, findings: [], against: [] })),
    )
  assert.deepEqual(looked(['reviews'], []), ['reviews', 'ledger', 'vault'])
  assert.deepEqual(looked(['vault', 'bank'], ['vault', 'bank']), ['vault', 'bank', 'ledger'])
})

const CAUSE = 'Deployment shop/fares: every call to the bank fails since 10:02 UTC.'

function concluded(confidence: number, at_fault = ['fares'], against?: string[]): Incident {
  const { diagnosis, ...rest } = incident('escalated')
  const evidence = [{ finding: 1, call: 'C1', plugin: 'lock_waits', quote: 'bank' }]
  const part = { situation: 'fault', confidence, at_fault, conclusion: `${CAUSE} Nothing was changed.`, evidence }
  const seen = against === undefined ? diagnosis?.guesses : [{ entity: at_fault[0], findings: [], against }]
  const told = { ...part, key_findings: ['Another.', CAUSE], guesses: seen }
  return { ...rest, diagnosis: { ...diagnosis, ...told } } as unknown as Incident
}

test('what the diagnosis holds at fault is the first guess, with its proof; a second one follows until it is sure', () => {
  const named = (one: Incident) =>
    guessesOf(one).map((guess) => (guess.kind === 'before' ? '' : `${guess.kind} ${guess.entity}`))
  assert.deepEqual(named(concluded(0.5)), ['concluded fares', 'seen ledger'])
  assert.deepEqual(named(concluded(0.79)), ['concluded fares', 'seen ledger'])
  assert.deepEqual(named(concluded(0.8)), ['concluded fares'])
  const against = (confidence: number) =>
    guessesOf(concluded(confidence, ['bank'], ['it began at no known minute'])).flatMap((guess) =>
      guess.kind === 'concluded' ? guess.against : [],
    )
  assert.deepEqual(against(0.5), ['it began at no known minute'])
  assert.deepEqual(against(0.9), [], 'what was proven needs no excuse')
  assert.deepEqual(named(concluded(0.5, ['ledger', 'vault'])), ['concluded ', 'seen ledger'], 'whose name nobody knows')
  const [first] = guessesOf(concluded(0.5))
  assert.ok(first?.kind === 'concluded')
  assert.deepEqual(first.findings, [
    { text: CAUSE, evidence: [{ finding: 1, call: 'C1', plugin: 'lock_waits', quote: 'bank' }] },
  ])
})

test('what was told as the conclusion although it explains nothing of the alert is the last guess, with what speaks against it', () => {
  const one = concluded(0.4, ['pid 881'], ['nothing ties it to the alert'])
  const against = 'it does not explain what the alert complains of'
  const guessed = (guesses: object[]) =>
    guessesOf({
      ...one,
      diagnosis: { ...one.diagnosis, beside: [{ finding: 1, against }], guesses },
    } as unknown as Incident)
  const ledger = { entity: 'ledger', findings: [{ text: `${LINE}.`, evidence: [] }], against: [] }
  const told = guessed([ledger]).flatMap((guess) => (guess.kind === 'before' ? [] : [[guess.kind, guess.against]]))
  assert.deepEqual(told, [
    ['seen', []],
    ['concluded', [against]],
  ])
  const others = [ledger, { ...ledger, entity: 'vault' }]
  assert.ok(
    guessed(others).every(({ kind }) => kind === 'seen'),
    'two others leave it to the diagnosis below',
  )
})

test('whom a step was carried out on in vain is the last guess, and nobody to look at again first', () => {
  const one = concluded(0.9, ['pid 881'])
  const events = { executed_at: '2026-01-01T10:10:00.000Z', verification: { outcome: 'no_effect' } }
  const action = { phase: 'do', outcome: 'done', parameters: { pid: 881, database: 'shop' } }
  const after = (result: object) => ({
    ...one,
    diagnosis: { ...one.diagnosis, diagnosed_at: '2026-01-01T10:00:00.000Z' },
    execution_result: { ...events, actions: [action], ...result },
    context: { depends_on: ['ledger'], databases: [] },
  })
  const told = (result: object) => {
    const incident = after(result) as unknown as Incident
    const guesses = guessesOf(incident)
    return [guesses.map(({ kind }) => kind), namesToLookAt(incident, guesses)]
  }
  assert.deepEqual(told({ verification: { outcome: 'resolved' } })[1], ['pid 881', 'ledger'])
  assert.deepEqual(told({})[1], ['ledger'])
})

test('what was concluded is said once, where a person begins, and the diagnosis points there', () => {
  const { without, isTold, isConclusionTold } = besideGuesses(concluded(0.5))
  assert.deepEqual([isConclusionTold, isTold(CAUSE), isTold('Another.')], [true, true, false])
  assert.equal(without(`${CAUSE} Nothing was changed.`), 'Nothing was changed.')
  assert.equal(besideGuesses(incident('escalated')).isConclusionTold, false)
})

test('where no map is drawn it is said why', () => {
  const why = (at_fault: string[], entities: string[] = []) =>
    whyNoMap({
      guesses: [],
      at_fault,
      map: { entities: entities.map((name) => ({ name })), ties: [] },
    } as unknown as Parameters<typeof whyNoMap>[0])
  assert.match(why(['web'], ['web']), /only one part is known/)
  assert.match(why([]), /points to anybody/)
  assert.match(why(['web', 'db']), /ties those it points to/)
  const named = { guesses: [], at_fault: ['web'] } as unknown as Parameters<typeof whyNoMap>[0]
  const alerts = [{ labels: { pod: 'web-6f7d8c9b5d-x2x9q' } }] as unknown as Parameters<typeof whyNoMap>[1]
  assert.match(whyNoMap(named, alerts), /the alert itself names what is at fault/)
})
