import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellStep } from '../../console/src/pages/runs/step-words.ts'

test('a step of a run is told in words and not by its name in the journal', () => {
  const told: [name: string, words: string][] = [
    ['do do 0', 'Step 1 of the plan carried out'],
    ['intend do 1', 'Step 2 of the plan written down before it begins'],
    ['finish undo 0', 'What came of undoing step 1 written down'],
    ['analysis asks list_pods 0a1b2c once more', 'Asked list_pods once more'],
    ['look 2: analysis asks list_pods 0a1b2c', 'Look 2: Asked list_pods'],
    ['2026-11-17T12:00:00.000Z 0 verification asks lock_waits 0a1b', 'Check 1: Asked lock_waits'],
    ['again propose the alternative', 'The other plan made'],
    ['give_up 2', 'Given up'],
    ['start', 'Execution begun'],
    ['something new', 'something new'],
  ]
  for (const [name, words] of told) assert.equal(tellStep(name), words)
})
