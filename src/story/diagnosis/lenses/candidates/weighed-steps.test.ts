import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  figures,
  HASH,
  listing,
  moved,
  PODS,
  pod,
  released,
  releasedWorld,
  said,
  saidBy,
  slowSince,
  weighedIn,
} from '../../../../../test/world/scene/mill-scene.ts'

const ALL = listing(PODS.map((suffix) => pod(suffix)))
const jammed = (suffix: string) => moved('mill_jam_ratio', { pod: `grinder-${HASH}-${suffix}` }, 0.01, 0.9)

test('a replica is the likelier to be the one at fault the more it alone shows', () => {
  const chances = [
    [ALL],
    [ALL, figures([jammed('bcdfg')])],
    [ALL, figures([jammed('bcdfg')]), said('bcdfg', 'ERROR stone does not turn')],
  ].map((exhibits) => {
    const own = weighedIn(exhibits).find(({ step }) => step?.action.parameters.pod_name === `grinder-${HASH}-bcdfg`)
    return own?.chance ?? 0
  })
  assert.ok((chances[0] ?? 1) <= (chances[1] ?? 0) && (chances[1] ?? 1) < (chances[2] ?? 0), chances.join())
})

test('of two releases the one whose own figures and words changed with it is the likelier', () => {
  const world = [...releasedWorld(released('grinder', 17), released('sifter', 50))]
  const changed = figures(slowSince('grinder', ['bcdfg', 'hjklm']))
  const [first] = weighedIn([...world, changed, saidBy('grinder', 'bcdfg', 'ERROR stone does not turn')])
  assert.equal(first?.step?.action.plugin, 'rollback_deployment')
  assert.equal(first?.step?.action.parameters.deployment, 'grinder')
  assert.match(first?.step?.action.why ?? '', /for which speaks: .*its own figures changed with it/)
})

test('what only words tell is tied to the alert by nothing, what figures tell is', () => {
  const spoken = weighedIn([ALL, said('bcdfg', 'ERROR stone does not turn')])
  assert.ok(spoken.every(({ step }) => step?.tie === undefined))
  const [first] = weighedIn([ALL, figures([jammed('bcdfg')]), said('bcdfg', 'ERROR stone does not turn')])
  assert.match(first?.step?.tie ?? '', /figures/)
})

test('a step is told with whom it touches and what spoke most for it', () => {
  const [first] = weighedIn([ALL, figures([jammed('bcdfg')]), said('bcdfg', 'ERROR stone does not turn')])
  assert.match(
    first?.step?.action.why ?? '',
    /^Of all steps that were weighed, a new process in place of pod grinder-\w+-bcdfg, one of 3 of grinder, fits best/,
  )
})
