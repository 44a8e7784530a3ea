import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, exhibit, figures, listing, moved, PODS, pod, sceneOf } from '../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../evidence.ts'
import { lookThrough } from './look-through.ts'

const TEXT = 'bakers are told "sieve torn" by every third sack'
const COMPLAINT = 'WARN sack refused: torn sieve of the third drum'

const [first = ''] = PODS
const LISTED = listing([pod(first)])
const FELT = figures([moved('sacks_refused', { pod: pod(first).name }, 0, 9)])

/** After an hour of everyday words. */
function complains(line: string, app = 'grinder', name = pod(first).name): Exhibit {
  const labels = { namespace: 'mill', app, pod: name }
  const before = [80, 60, 40].map((ago) => ({ at: at(ago), line: 'INFO the drum turns' }))
  const since = [14, 12, 10].map((ago) => ({ at: at(ago), line }))
  return exhibit(`C3${app}`, 'logs.query', { streams: [{ labels, lines: [...before, ...since] }] })
}

function echo(text: string, ...exhibits: readonly Exhibit[]) {
  const scene = sceneOf([LISTED, ...exhibits], { text })
  const { namespace: _, ...subject } = scene.subject
  return lookThrough({ ...scene, subject }).echo
}

test('who newly complains in the words of an alert that names nobody is meant, where a figure of his moved', () => {
  assert.equal(echo(TEXT, FELT, complains(COMPLAINT)), 'grinder')
  assert.equal(echo(TEXT, complains(COMPLAINT)), undefined, 'no figure bears it out')
  assert.equal(echo(TEXT, FELT, complains('WARN sack refused: the drum is wet')), undefined, 'other words')
})

test('an alert that names somebody, or whose words several say, is heard in nobody’s complaint', () => {
  assert.equal(echo(`${TEXT} of the grinder`, FELT, complains(COMPLAINT)), undefined)
  assert.equal(echo(TEXT, FELT, complains(COMPLAINT), complains('WARN torn sieve', 'press', 'press-0')), undefined)
})
