import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Weighed } from '../weigh.ts'
import { strongestFacts } from './choose-facts.ts'

function fact(text: string, score: number, more: Partial<Weighed> = {}): Weighed {
  const bare = { lens: 'moved' as const, entity: text, names: [], at: undefined, evidence: [], ring: 0 }
  return { ...bare, text, score, strength: score, ...more }
}

function told(facts: readonly Weighed[], most?: number): string[] {
  return strongestFacts({ facts }, most).map(({ text }) => text)
}

test('the same figure of several pods is told once, with how many there are', () => {
  const pods = ['aaaaa', 'bbbbb', 'ccccc'].map((end, at) =>
    fact(`waits_total{namespace=mill, pod=grinder-6c885549d-${end}, code=502} went from 0/s to ${at + 3}/s`, 0.9),
  )
  const fell = fact('waits_total{namespace=mill, pod=grinder-6c885549d-aaaaa, code=200} went from 9/s to 1/s', 0.8)
  assert.deepEqual(told([...pods, fell]), [`${pods[0]?.text} (and 2 more alike)`, fell.text])
})

test('the first of another kind comes before the third of the same', () => {
  const loud = ['cannot mill', 'cannot sift', 'cannot weigh'].map((words) =>
    fact(`grinder says: "${words}"`, 0.9, { lens: 'said', entity: 'grinder' }),
  )
  const quiet = fact('somebody wrote the sieve', 0.5, { lens: 'changed' })
  assert.deepEqual(told([...loud, quiet], 3), [loud[0]?.text, loud[1]?.text, quiet.text])
})

test('what is said every day stands behind what is said for a reason', () => {
  const chatter = fact('grinder says: "sack ground"', 0.4, { lens: 'said', entity: 'grinder', isChatter: true })
  const reason = fact('keeper logged: "sieve 12 replaced"', 0.2, { lens: 'said', entity: 'keeper' })
  assert.deepEqual(told([chatter, reason]), [reason.text, chatter.text])
})
