import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  at,
  exhibit,
  figures,
  HASH,
  listing,
  moved,
  PODS,
  pod,
  said,
  saidBy,
  stepIn,
} from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

function odd(labels: object = {}) {
  return PODS.map((suffix, index) =>
    moved('mill_grind_seconds', { pod: `grinder-${HASH}-${suffix}`, ...labels }, 1, index === 0 ? 40 : 1, {
      strength: index === 0 ? 0.9 : 0,
    }),
  )
}

test('the one that alone differs is replaced, unless all it does is for one client', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const wanted = stepIn([all, figures(odd()), said('bcdfg', 'ERROR pool is stuck')])
  assert.equal(wanted?.parameters.pod_name, `grinder-${HASH}-bcdfg`)
  const client = moved('mill_tenant_total', { pod: `grinder-${HASH}-bcdfg`, tenant: 'acme' }, 2, 900)
  assert.equal(stepIn([all, figures([...odd(), client]), said('bcdfg', 'ERROR slow export tenant=acme')]), undefined)
})

function accuses(suffix: string): Exhibit {
  const lines = [14, 12, 10].map((ago) => ({ at: at(ago), line: `ERROR 502 from grinder-${HASH}-${suffix}` }))
  return exhibit('C7', 'logs.query', { streams: [{ labels: { namespace: 'mill', app: 'baker' }, lines }] })
}

test('of two that differ the one whom others name in their errors is replaced, and neither where nobody does', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const other = PODS.map((suffix, index) =>
    moved('mill_oil_pending', { pod: `grinder-${HASH}-${suffix}` }, 2, index === 1 ? 60 : 2),
  )
  const two = figures([...odd(), ...other])
  assert.equal(stepIn([all, two, accuses('bcdfg')])?.parameters.pod_name, `grinder-${HASH}-bcdfg`)
  assert.equal(stepIn([all, two]), undefined)
})

test('a handful of events more or less makes nobody differ', () => {
  const rates = (most: number) =>
    PODS.map((suffix, index) =>
      moved('mill_errors_total', { pod: `grinder-${HASH}-${suffix}` }, 0.008, index === 0 ? most : 0.008, {
        per_second: true,
      }),
    )
  const all = listing(PODS.map((suffix) => pod(suffix)))
  assert.equal(stepIn([all, figures(rates(0.017))]), undefined)
  assert.equal(stepIn([all, figures(rates(7))])?.plugin, 'restart_pod')
})

test('the one that gets all the work is not replaced', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const idle = PODS.slice(1).map((suffix) => moved('mill_sacks', { pod: `grinder-${HASH}-${suffix}` }, 40, 1))
  assert.equal(stepIn([all, figures([...odd(), ...idle]), said('bcdfg', 'ERROR pool is stuck')]), undefined)
})

test('one that differs since it was made is left to warm up', () => {
  const young = pod('bcdfg', { creationTimestamp: at(20) })
  const all = listing([young, pod('hjklm'), pod('npqrs')])
  assert.equal(stepIn([all, figures(odd()), said('bcdfg', 'ERROR pool is stuck')]), undefined)
})

test('one whose figure differs far from the alert is replaced where it alone complains', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const far = { workload: { kind: 'Deployment', name: 'baker' } } as const
  const world = [all, figures(odd()), saidBy('baker', 'bcdfg', 'WARN slow answer of grinder', 'C7')]
  assert.equal(stepIn(world, far), undefined)
  const alone = stepIn([...world, said('bcdfg', 'ERROR refresh ended, it will not run again')], far)
  assert.equal(alone?.parameters.pod_name, `grinder-${HASH}-bcdfg`)
})

const FAR = { workload: { kind: 'Deployment', name: 'baker' } } as const

function talk(lines: Readonly<Record<string, readonly [minutesAgo: number, line: string][]>>): Exhibit {
  const streams = Object.entries(lines).map(([suffix, all]) => ({
    labels: { namespace: 'mill', app: 'grinder', pod: `grinder-${HASH}-${suffix}` },
    lines: all.map(([ago, line]) => ({ at: at(ago), line })),
  }))
  return exhibit('C8', 'logs.query', { streams })
}

function everyday(until: number): [number, string][] {
  return [40, 35, 30, 25, 20, 8, 5, 2].filter((ago) => ago > until).map((ago) => [ago, 'INFO ground a sack'])
}

test('one of two is replaced where its figure stepped and it alone fell silent, and not for the figure alone', () => {
  const two = PODS.slice(0, 2)
  const all = listing(two.map((suffix) => pod(suffix)))
  const standstill = figures(
    two.map((suffix, index) =>
      moved('mill_sacks_total', { pod: `grinder-${HASH}-${suffix}` }, 6, index === 0 ? 0 : 7, { per_second: true }),
    ),
  )
  const silent = talk({ bcdfg: everyday(15), hjklm: everyday(0) })
  assert.equal(stepIn([all, standstill, silent], FAR)?.parameters.pod_name, `grinder-${HASH}-bcdfg`)
  assert.equal(stepIn([all, standstill, talk({ bcdfg: everyday(0), hjklm: everyday(0) })], FAR), undefined)
})

test('whom the errors of others name by its address is replaced, and nobody where they name several', () => {
  const all = listing(PODS.map((suffix, index) => pod(suffix, { podIP: `10.1.0.${index + 1}` })))
  const blamed = (...ends: number[]) => {
    const lines = ends.map((end, index) => ({
      at: at(14 - index),
      line: `ERROR timeout after 5s peer=10.1.0.${end}:80`,
    }))
    return exhibit('C7', 'logs.query', { streams: [{ labels: { namespace: 'mill', app: 'baker' }, lines }] })
  }
  assert.equal(stepIn([all, figures(odd()), blamed(1, 1, 1)], FAR)?.parameters.pod_name, `grinder-${HASH}-bcdfg`)
  assert.equal(stepIn([all, figures(odd()), blamed(1, 2, 3)], FAR), undefined)
})

test('refusals that only one counts are not taken for more work, and a multiple of its work is', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const refused = (from: number) =>
    PODS.flatMap((suffix, index) => {
      const labels = { pod: `grinder-${HASH}-${suffix}` }
      return [
        moved('mill_sacks_total', labels, 9, 9, { per_second: true, strength: 0 }),
        moved('mill_bounced_total', labels, from, index === 0 ? from * 20 : from, { per_second: true }),
      ]
    })
  assert.equal(stepIn([all, figures(refused(0.2))])?.plugin, 'restart_pod')
  assert.equal(stepIn([all, figures(refused(5))]), undefined)
})

test('the one that stays at the number all others have left is replaced, where something else sets it apart as well', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const labels = (suffix: string) => ({ pod: `grinder-${HASH}-${suffix}` })
  const recipe = (left: number) =>
    PODS.map((suffix, index) => moved('mill_recipe', labels(suffix), 2230, index < left ? 2230 : 2231, { strength: 0 }))
  const alive = PODS.map((suffix, index) =>
    moved('mill_watch_alive', labels(suffix), 1, index === 0 ? 0 : 1, { at: at(90), strength: index === 0 ? 0.5 : 0 }),
  )
  const returned = moved('sacks_returned', { deployment: 'baker' }, 0.1, 9)
  const wanted = (left: number) => stepIn([all, figures([...recipe(left), ...alive, returned])])
  assert.equal(wanted(1)?.parameters.pod_name, `grinder-${HASH}-bcdfg`)
  assert.equal(wanted(3), undefined, 'nobody has left it')
  assert.equal(wanted(2), undefined, 'two have not')
})
