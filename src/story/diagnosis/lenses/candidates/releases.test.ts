import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  at,
  exhibit,
  figures,
  moved,
  NEW,
  OLD,
  released,
  releasedWorld,
  said,
  saidBy,
  signsIn,
  slowSince,
  weighedIn,
} from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

/** The pods that came stand elsewhere than those that went; no series of its own steps. */
function succeeded(name: string, minutesAgo: number, from: number, to: number) {
  const of = (hash: string, level: number, more: object) =>
    moved('mill_queries_avg', { pod: `${name}-${hash}-bcdfg` }, level, level, { at: undefined, strength: 0, ...more })
  return [of(OLD, from, { ended_at: at(minutesAgo - 1) }), of(NEW, to, { began_at: at(minutesAgo) })]
}

const signs = (exhibits: readonly Exhibit[], name = 'grinder', named = {}) =>
  signsIn(exhibits, ['rollback_deployment', name], named)

test('a release whose pods stand elsewhere than those before them has changed its figures', () => {
  const world = releasedWorld(released('grinder', 38), released('sifter', 18))
  const stepped = (to: number) => signs([...world, figures(succeeded('sifter', 18, 12, to))], 'sifter')?.stepped
  assert.deepEqual([480, 13].map(stepped), [1, 0])
})

test('a figure that stood beyond its bound before the release is told', () => {
  const world = [...releasedWorld(released('grinder', 18)), said('bcdfg', 'ERROR stone is worn')]
  const aged = (from: number, to: number) =>
    signs([...world, figures([moved('mill_flour_age_seconds', { deployment: 'grinder' }, from, to)])], 'grinder', {
      expressions: ['mill_flour_age_seconds > 7200'],
    })?.stoodBeyond
  assert.deepEqual([aged(60, 9000), aged(184_100, 187_400)], [0, 1])
})

test('a setting is told from code alone, and what is complained of from what it changed', () => {
  const worlds = [undefined, { env: [{ name: 'MILL_STONES', value: '1' }] }].map((settings) => {
    const one = released('grinder', 32)
    const [older, newer] = one.sets
    const template = { spec: { containers: [{ name: 'grinder', image: 'grinder:7', ...settings }] } }
    const sets = newer && older ? [older, { ...newer, spec: { template } }] : []
    return releasedWorld({ ...one, sets })
  })
  const complaint = said('bcdfg', 'ERROR too few stones')
  const [ofCode, ofSetting] = worlds.map((world) => signs([...world, complaint]))
  assert.deepEqual([ofCode?.setting, ofCode?.spelled, ofCode?.ranWell], [0, 0, 1])
  assert.deepEqual([ofSetting?.setting, ofSetting?.spelled, ofSetting?.ranWell], [1, 1, 0])
  const [, survived = []] = worlds
  assert.equal(signs([...survived, said('bcdfg', 'ERROR the sacks are wet')])?.spelled, 0)
})

test('a release is not undone where what another reads was written under his pods since, before it began', () => {
  const world = [...releasedWorld(released('grinder', 20), released('sifter', 9000)), said('bcdfg', 'ERROR too coarse')]
  const written = (minutesAgo: number, isUnder = true) =>
    exhibit('C7', 'describe_pod', {
      pod: { name: `sifter-${NEW}-bcdfg`, namespace: 'mill' },
      references: [
        {
          ...{ kind: 'ConfigMap', name: 'sieves', used_by: ['volume sieves'], exists: true },
          ...{ last_write: at(minutesAgo), written_after_pod_start: isUnder },
        },
      ],
    })
  const tied = { labels: { service: 'sifter' }, service: 'sifter' }
  const isWeighed = (one: Exhibit) => signs([...world, one], 'grinder', tied) !== undefined
  assert.deepEqual([written(17), written(30), written(17, false), written(3)].map(isWeighed), [false, true, true, true])
})

test('no release is undone where somebody who was not released complains in the same words', () => {
  const world = [
    ...releasedWorld(released('grinder', 17), released('sifter', 9000)),
    saidBy('grinder', 'bcdfg', 'ERROR PUT sacks: the store answers 403 AccessDenied: not authorized'),
  ]
  assert.notEqual(signs(world), undefined)
  const fellow = saidBy('sifter', 'bcdfg', 'ERROR GET sacks: the store answers 403 AccessDenied: not authorized', 'C8')
  assert.equal(signs([...world, fellow]), undefined)
  const slow = ['grinder', 'sifter'].map((app, index) =>
    saidBy(app, 'hjklm', 'WARN slow client of the mill by the river', `C${index + 10}`),
  )
  assert.notEqual(signs([...world, ...slow]), undefined, 'what both warn of is not its error')
})

test('no release is undone whose complaint was told from outside in the same minutes', () => {
  const world = [
    ...releasedWorld(released('grinder', 17)),
    saidBy('grinder', 'bcdfg', 'ERROR the granary answers: insufficient balance of the account'),
  ]
  const mail = (line: string, ago: number) => {
    const last_words = [{ labels: { job: 'mail' }, lines: [{ at: at(ago), line }] }]
    return exhibit('C9', 'logs.query', { last_words })
  }
  const words = 'Dear mill, the balance of your account is zero, the granary is closed'
  assert.equal(signs([...world, mail(words, 14)]), undefined)
  assert.notEqual(signs([...world, mail(words, 60)]), undefined, 'long before')
  assert.notEqual(signs([...world, mail(`grinder 7 is out: ${words}`, 14)]), undefined, 'of the release itself')
  assert.notEqual(signs([...world, mail('Dear mill, the river is high', 14)]), undefined, 'something else')
})

test('no release is undone whose very version people wrote of beforehand', () => {
  const [list, sets] = releasedWorld(released('grinder', 17)) as [Exhibit, Exhibit]
  const world = [list, JSON.parse(JSON.stringify(sets).replaceAll('grinder:7', 'grinder:7.0.1')) as Exhibit]
  const isCandidate = (notes: string) => signsIn(world, ['rollback_deployment', 'grinder'], {}, notes) !== undefined
  const notes = ['Today grinder 6.9 goes.', 'sifter 7.0 is new. The grinder is old.', 'Today 7.0 of grinder comes.']
  const patches = ['The grinder 7.0.2 runs well.', 'Today grinder 7.0.1 comes.']
  assert.deepEqual([...notes, ...patches].map(isCandidate), [true, true, false, true, false])
})

test('no release is undone that names a decision people wrote of beforehand', () => {
  const lines = [`${at(16)} INFO grinder started, stone 5 (CHG-512)`]
  const logs = exhibit('C4', 'get_pod_logs', { namespace: 'mill', pod: `grinder-${NEW}-bcdfg`, previous: false, lines })
  const world = [...releasedWorld(released('grinder', 17)), logs, saidBy('grinder', 'bcdfg', 'ERROR no rye any more')]
  const isCandidate = (notes: string) => signsIn(world, ['rollback_deployment', 'grinder'], {}, notes) !== undefined
  assert.deepEqual(['', 'Decision CHG-513: no rye.', 'Decision CHG-512: no rye.'].map(isCandidate), [true, true, false])
})

test('no release is undone where a pod of the revision before complains in the same words', () => {
  const one = released('grinder', 17)
  const left = {
    ...(one.pods[0] as (typeof one.pods)[number]),
    ...{ name: `grinder-${OLD}-npqrs`, owner: `ReplicaSet/grinder-${OLD}`, 'pod-template-hash': OLD },
  }
  const world = [
    ...releasedWorld({ ...one, pods: [...one.pods, left] }),
    saidBy('grinder', 'bcdfg', 'ERROR grain 7: the key of the store is pending deletion and cannot be used'),
  ]
  const ofOlder = (line: string) =>
    exhibit('C8', 'get_pod_logs', {
      namespace: 'mill',
      pod: left.name,
      container: 'grinder',
      lines: [`${at(9)} ${line}`],
    })
  assert.notEqual(signs([...world, ofOlder('INFO grain 9 was ground in 12 ms, all is well here')]), undefined)
  const same = ofOlder('ERROR grain 9: the key of the store is pending deletion and cannot be used')
  assert.equal(signs([...world, same]), undefined)
})

test('no release is undone for what its pods that are gone had said as often', () => {
  const words = (sack: number) => `WARN sack ${sack} of the river mill reports grain an hour too old`
  const gone = (ago: number) => {
    const lines = [1, 2, 3].map((one) => ({ at: at(ago - one), line: words(one) }))
    const labels = { namespace: 'mill', app: 'grinder', pod: `grinder-${OLD}-xyzab` }
    return exhibit('C8', 'logs.query', { streams: [{ labels, lines }] })
  }
  const now = exhibit('C9', 'get_pod_logs', {
    ...{ namespace: 'mill', pod: `grinder-${NEW}-bcdfg`, container: 'grinder' },
    lines: [14, 12, 10].map((ago) => `${at(ago)} ${words(ago)}`),
  })
  const world = [...releasedWorld(released('grinder', 17)), now]
  assert.notEqual(signs(world), undefined)
  assert.equal(signs([...world, gone(40)]), undefined)
})

test('no release is undone for what had happened to somebody else before it', () => {
  const shrunk = (ago: number) => moved('log_size_bytes', { topic: 'mill.sacks' }, 900, 12, { at: at(ago) })
  const world = (ago: number) => [
    ...releasedWorld(released('grinder', 17)),
    figures([...slowSince('grinder', ['bcdfg', 'hjklm']), shrunk(ago)]),
    saidBy('grinder', 'bcdfg', 'WARN mill.sacks holds fewer sacks than were ground'),
  ]
  assert.notEqual(signs(world(15)), undefined)
  assert.equal(signs(world(40)), undefined)
})

test('whose figures moved first is told from who moved after others', () => {
  const world = (first: number) => [
    ...releasedWorld(released('sifter', 55), released('grinder', 9000)),
    figures([
      moved('sacks_granted_total', { deployment: 'sifter' }, 0, 800, { at: at(first), per_second: true }),
      ...slowSince('grinder', ['bcdfg', 'hjklm']),
    ]),
    saidBy('grinder', 'bcdfg', 'WARN too many sacks of sifter'),
  ]
  assert.deepEqual(
    [17, 13].map((first) => signs(world(first), 'sifter')?.movedFirst),
    [1, 0],
  )
})

/** Revision 6 is old, 7 came with the trouble, and 8 lately. */
function threeRevisions(newest: object): Exhibit[] {
  const one = released('grinder', 3)
  const set = (revision: number, ago: number, container: object) => ({
    ...{ kind: 'ReplicaSet', spec: { template: { spec: { containers: [{ name: 'grinder', ...container }] } } } },
    metadata: {
      ...{ name: revision === 8 ? `grinder-${NEW}` : `grinder-${revision}`, namespace: 'mill' },
      ...{ creationTimestamp: at(ago), annotations: { 'deployment.kubernetes.io/revision': String(revision) } },
      ownerReferences: [{ kind: 'Deployment', name: 'grinder' }],
    },
  })
  const listed = [
    { name: `grinder-${NEW}`, revision: 8, creationTimestamp: at(3), replicas: 2 },
    { name: 'grinder-7', revision: 7, creationTimestamp: at(17), replicas: 0 },
  ]
  const sets = [set(6, 9000, { image: 'grinder:6' }), set(7, 17, { image: 'grinder:7' }), set(8, 3, newest)]
  const world = releasedWorld({ ...one, sets, deployment: { ...one.deployment, replicaSets: listed } } as never)
  return [...world, figures(slowSince('grinder', ['bcdfg', 'hjklm'])), said('bcdfg', 'ERROR stone is worn')]
}

test('the way back leads past a harmless revision to the one before the guilty', () => {
  const stepsBack = (newest: object) =>
    weighedIn(threeRevisions(newest)).flatMap(({ candidate: { family, signs }, step }) =>
      family === 'rollback' && signs.t0 === 1 ? [step?.action.parameters] : [],
    )
  const further = { namespace: 'mill', deployment: 'grinder', revision: 6 }
  const talkative = { image: 'grinder:7', env: [{ name: 'LOG_LEVEL', value: 'debug' }] }
  assert.deepEqual(stepsBack(talkative), [further])
  assert.deepEqual(stepsBack({ image: 'grinder:6', env: talkative.env }), [], 'what is undone needs no way back')
})

test('people’s words tell who works with whom the alert is about, and tie his release to it', () => {
  const world = releasedWorld(released('grinder', 300), released('sifter', 55))
  const ofSifter = (notes: string) =>
    weighedIn(world, {}, notes).find(({ candidate }) => candidate.atFault.name === 'sifter')
  const apart = ofSifter('The sifter is new here. We love the grinder.')
  const together = ofSifter('The sifter hands its flour to the grinder.')
  assert.deepEqual(
    [apart, together].map((one) => one?.candidate.signs.writtenWith),
    [0, 1],
  )
  assert.equal(apart?.step?.tie, undefined)
  assert.match(together?.step?.tie ?? '', /people wrote of it/)
  assert.ok((together?.chance ?? 0) > (apart?.chance ?? 1))
})

test('no release is undone where only those who call it from one host meet the trouble', () => {
  const { pods, deployment, sets } = released('grinder', 18)
  const nodes = ['mill-1', 'mill-2'].map((name) => ({ name, ready: true, conditions: [] }))
  const world = (hosts: readonly string[]) => [
    exhibit('C1', 'list_pods', { pods, deployments: [deployment], nodes }),
    exhibit('C6', 'llm.orchestrator_action', { objects: sets }),
    figures(hosts.map((host) => moved('call_errors_per_minute', { target: 'grinder', source_node: host }, 0.1, 60))),
  ]
  assert.equal(signs(world(['mill-1'])), undefined)
  assert.notEqual(signs(world(['mill-1', 'mill-2'])), undefined)
})

test('a release that came within the points of the figure that moved may still be undone', () => {
  const steps = [11, 14].map((ago) => {
    const world = [...releasedWorld(released('grinder', ago)), said('bcdfg', 'ERROR stone is worn')]
    const figure = figures([moved('mill_flour_age_seconds', { deployment: 'grinder' }, 60, 9000, { at: at(13) })])
    return weighedIn([...world, figure]).find(({ candidate }) => candidate.family === 'rollback')?.step
  })
  assert.deepEqual(
    steps.map((step) => step?.action.began),
    [at(11), at(13)].map((one) => new Date(one)),
  )
})
