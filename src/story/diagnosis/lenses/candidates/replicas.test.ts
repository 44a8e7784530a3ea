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
  signsIn,
} from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

function odd(labels: object = {}) {
  return PODS.map((suffix, index) =>
    moved('mill_grind_seconds', { pod: `grinder-${HASH}-${suffix}`, ...labels }, 1, index === 0 ? 40 : 1, {
      strength: index === 0 ? 0.9 : 0,
    }),
  )
}

const ALL = listing(PODS.map((suffix) => pod(suffix)))
const signs = (exhibits: readonly Exhibit[], named = {}) =>
  signsIn(exhibits, ['restart_pod', `grinder-${HASH}-bcdfg`], named)

test('the one that alone differs is no candidate where all it does is for one client', () => {
  const own = signs([ALL, figures(odd()), said('bcdfg', 'ERROR pool is stuck')])
  assert.deepEqual([own?.figures, own?.alone, own?.oddWell], [1, 1, 1])
  const client = moved('mill_tenant_total', { pod: `grinder-${HASH}-bcdfg`, tenant: 'acme' }, 2, 900)
  const exports = said('bcdfg', 'ERROR slow export tenant=acme')
  assert.equal(signs([ALL, figures([...odd(), client]), exports]), undefined)
})

test('a handful of events more or less makes nobody differ', () => {
  const rates = (most: number) =>
    PODS.map((suffix, index) =>
      moved('mill_errors_total', { pod: `grinder-${HASH}-${suffix}` }, 0.008, index === 0 ? most : 0.008, {
        per_second: true,
      }),
    )
  assert.deepEqual(
    [0.017, 7].map((most) => signs([ALL, figures(rates(most))])?.figures),
    [0, 1],
  )
})

test('the one that gets all the work is no candidate', () => {
  const idle = PODS.slice(1).map((suffix) => moved('mill_sacks', { pod: `grinder-${HASH}-${suffix}` }, 40, 1))
  assert.equal(signs([ALL, figures([...odd(), ...idle]), said('bcdfg', 'ERROR pool is stuck')]), undefined)
})

test('the one whose volume is at its end is no candidate, for the next process gets that volume', () => {
  const volume = (suffix: string) =>
    moved('mill_volume_queue', { persistentvolumeclaim: `data-grinder-${HASH}-${suffix}` }, 1, 60)
  const stuck = [ALL, said('bcdfg', 'ERROR flush took 2500 ms')]
  assert.equal(signs([...stuck, figures([...odd(), volume('bcdfg')])]), undefined)
  assert.equal(signs([...stuck, figures([...odd(), volume('hjklm')])])?.figures, 1)
})

const FAR = { workload: { kind: 'Deployment', name: 'baker' } } as const

test('whom the errors of others name by its name or its address is accused, and nobody where they name several', () => {
  const all = listing(PODS.map((suffix, index) => pod(suffix, { podIP: `10.1.0.${index + 1}` })))
  const blamed = (...peers: string[]) => {
    const lines = peers.map((peer, index) => ({ at: at(14 - index), line: `ERROR timeout after 5s peer=${peer}` }))
    return exhibit('C7', 'logs.query', { streams: [{ labels: { namespace: 'mill', app: 'baker' }, lines }] })
  }
  const accused = (...peers: string[]) => signs([all, blamed(...peers)], FAR)?.accused
  assert.equal(accused('10.1.0.1:80', `grinder-${HASH}-bcdfg`, '10.1.0.1:80'), 1)
  assert.equal(accused('10.1.0.1:80', '10.1.0.2:80', '10.1.0.3:80'), 0)
})

test('refusals that only one counts are not taken for more work, and a multiple of its work is', () => {
  const refused = (from: number) =>
    PODS.flatMap((suffix, index) => {
      const labels = { pod: `grinder-${HASH}-${suffix}` }
      return [
        moved('mill_sacks_total', labels, 9, 9, { per_second: true, strength: 0 }),
        moved('mill_bounced_total', labels, from, index === 0 ? from * 20 : from, { per_second: true }),
      ]
    })
  assert.equal(signs([ALL, figures(refused(0.2))])?.figures, 1)
  assert.equal(signs([ALL, figures(refused(5))]), undefined)
})

test('the one that stays at the number all others have left differs', () => {
  const recipe = (left: number) =>
    PODS.map((suffix, index) =>
      moved('mill_recipe', { pod: `grinder-${HASH}-${suffix}` }, 2230, index < left ? 2230 : 2231, { strength: 0 }),
    )
  assert.deepEqual(
    [1, 2, 3].map((left) => signs([ALL, figures(recipe(left))])?.figures),
    [1, 0, 0],
  )
})

test('a complaint that was taken back in the same words minutes later sets nobody apart', () => {
  const heard = (last: string) => {
    const complaint = [14, 13].map((ago) => ({ at: at(ago), line: 'WARN stone bearing of grinder has overheated' }))
    const lines = [...complaint, { at: at(12), line: last }, { at: at(2), line: 'INFO sack stored' }]
    const labels = { namespace: 'mill', app: 'grinder', pod: `grinder-${HASH}-bcdfg` }
    return signs([ALL, exhibit('C3', 'logs.query', { streams: [{ labels, lines }] })])?.alone
  }
  const answers = ['INFO stone bearing has cooled, grinder started', 'ERROR stone bearing of grinder started to burn']
  assert.deepEqual(answers.map(heard), [0, 1])
  assert.equal(heard('INFO accounting started'), 1)
})

test('workloads of one replica that run one image are siblings, by their name or by the label that stands in it', () => {
  const line = (number: number, image = 'mill-line:4') => ({
    pod: pod('bcdfg', { name: `mill-line-${number}-${HASH}-bcdfg`, owner: `ReplicaSet/mill-line-${number}-${HASH}` }),
    deployment: {
      ...{ namespace: 'mill', name: `mill-line-${number}`, replicas: 1, images: [image] },
      replicaSets: [{ name: `mill-line-${number}-${HASH}` }],
    },
  })
  const world = (image?: string) => {
    const all = [line(1, image), line(2), line(3)]
    const data = { pods: all.map((one) => one.pod), deployments: all.map(({ deployment }) => deployment) }
    return exhibit('C1', 'list_pods', data)
  }
  const sent = (label: string, of: (number: number) => string) =>
    figures([1, 2, 3].map((one) => moved('sacks_sent', { [label]: of(one) }, 20, one === 1 ? 1 : 20)))
  const first = (exhibits: readonly Exhibit[]) => {
    const workload = { kind: 'Deployment', name: 'mill-line-1' } as const
    const found = signsIn(exhibits, ['restart_pod', `mill-line-1-${HASH}-bcdfg`], { workload, text: '' })
    return [found?.single, found?.figures]
  }
  assert.deepEqual(first([world(), sent('deployment', (one) => `mill-line-${one}`)]), [0, 1])
  assert.deepEqual(first([world(), sent('line', (one) => `${one}`)]), [0, 1])
  assert.deepEqual(first([world('mill-line:5'), sent('line', (one) => `${one}`)]), [1, 0], 'another image')
})
