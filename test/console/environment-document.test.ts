/** The environment's text in the console: where its mistakes are, what a form leaves alone, what differs between two. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesBetween } from '../../console/src/pages/environment/changes.ts'
import { readJson, writeJson } from '../../console/src/pages/environment/exact-json.ts'
import { changeItem, valuesOf } from '../../console/src/pages/environment/item-values.ts'
import { lineOf, scanJson } from '../../console/src/pages/environment/json-scan.ts'
import { arrowId, layOut, type Place, POINT_HEIGHT, POINT_WIDTH } from '../../console/src/pages/environment/lay-out.ts'
import { dependentsOf, mapServices } from '../../console/src/pages/environment/service-map.ts'
import type { Shape } from '../../console/src/pages/environment/shape.ts'
import { tellValue } from '../../console/src/pages/environment/told-value.ts'

const SERVICE: Shape = {
  noun: 'service',
  title: 'name',
  fields: {
    name: { label: 'Name', kind: 'word', isRequired: true },
    namespace: { label: 'Namespace', kind: 'word', isRequired: true },
    dependencies: { label: 'Depends on', kind: 'words' },
    team: { label: 'Team', kind: 'word' },
    oncall: { label: 'On call', kind: 'word' },
  },
}
const DATABASE: Shape = {
  noun: 'database',
  title: 'name',
  plainField: 'name',
  fields: {
    name: { label: 'Name', kind: 'word' },
    type: { label: 'Kind', kind: 'word' },
    version: { label: 'Version', kind: 'word' },
  },
}

const TEXT = `{
  "services": [
    { "name": "a", "tier": 1.50,
      "dependencies": ["x",
        2] }
  ],
  "1": { "big": 12345678901234567890, "text": "\\u0000 \\" {" }
}`

test('whatever JSON.parse takes has no mistake, and whatever it refuses has one with a line', () => {
  const right = [TEXT, '1', '"x"', '[]', '{}', ' [ ] ', '[1,2.5e-3,true,null,"\\ud800\u007f"]', '-0', '{"":{"":[{}]}}']
  const wrong = [
    '',
    '{',
    '[',
    '{"a"}',
    '{"a":}',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    '01',
    '+1',
    '1.',
    '"\n"',
    '"\\x"',
    'nul',
    '{}{}',
  ]
  for (const text of right) {
    JSON.parse(text)
    assert.equal(scanJson(text).mistake, undefined, text)
  }
  for (const text of [...wrong, '['.repeat(100_000)]) {
    assert.throws(() => JSON.parse(text))
    assert.equal(typeof scanJson(text).mistake?.line, 'number', text.slice(0, 20))
  }
  assert.equal(scanJson('{\n"a": 1,\n\n"b": tru\n}').mistake?.line, 4)
})

test('a path of the service has a line, and what is missing has that of the thing around it', () => {
  const scan = scanJson(TEXT)
  const lines = ['services[0].dependencies[1]', 'services[0].namespace', '[1].big', 'services', 'body', 'other.thing']
  assert.deepEqual(
    lines.map((path) => lineOf(scan, path)),
    [5, 3, 7, 2, 1, 1],
  )
})

test('numbers come back as they were written', () => {
  const compact = (text: string) => text.replaceAll(/\n\s*/g, '')
  const text = '{"a": 15.40,"b": 12345678901234567890,"c": 1e400,"d": -0}'
  assert.equal(compact(writeJson(readJson(text))), text)
})

test('a form writes what was changed in it, and nothing else', () => {
  const service = readJson('{"tier": 1.50, "name": "a", "namespace": 7, "dependencies": ["x", 2.0], "team": "old"}')
  const values = { ...valuesOf(SERVICE, service), team: '', dependencies: ['2.0', 'y'], oncall: '@me' }
  assert.equal(
    JSON.stringify(changeItem(SERVICE, service, values)),
    '{"tier":1.50,"name":"a","namespace":7,"dependencies":[2.0,"y"],"oncall":"@me"}',
  )
})

test('a plain word stays one until it needs more, and a version that was a number stays a number', () => {
  const word = (values: object) => changeItem(DATABASE, 'orders', { ...valuesOf(DATABASE, 'orders'), ...values })
  assert.equal(word({ name: 'ledger' }), 'ledger')
  assert.deepEqual(word({ type: 'redis' }), { name: 'orders', type: 'redis' })
  const server = readJson('{"version": 15.40}')
  const change = (version: string) =>
    JSON.stringify(changeItem(DATABASE, server, { ...valuesOf(DATABASE, server), version }))
  assert.deepEqual([change('16.10'), change('16-beta')], ['{"version":16.10}', '{"version":"16-beta"}'])
})

test('things are compared by their names and not by their place', () => {
  const before = {
    services: [
      { name: 'a', namespace: 'n', team: 'x' },
      { name: 'b', namespace: 'n' },
    ],
    other: 1,
  }
  const after = { services: [{ name: 'b', namespace: 'n' }, { name: 'a', namespace: 'n', team: 'y' }, { name: 'c' }] }
  assert.deepEqual(changesBetween(before, after), [
    { where: 'services › n/a › team', before: 'x', after: 'y' },
    { where: 'services › c', after: { name: 'c' } },
    { where: 'other', before: 1 },
  ])
  const [one, two] = [{ name: 'a' }, { name: 'b' }]
  assert.equal(changesBetween([one, two], [two, one]).length, 1, 'another order is a change too')
  assert.deepEqual(changesBetween(after, after), [])
})

test('a dependency is a service of the same namespace first, else infrastructure, else something outside', () => {
  const map = mapServices({
    services: [
      { name: 'web', namespace: 'two', dependencies: ['api', 'orders', 'mail', 'mail'] },
      { name: 'api', namespace: 'one' },
      { name: 'api', namespace: 'two', dependencies: ['mail'] },
    ],
    infrastructure: { databases: [{ name: 'main', type: 'postgresql', databases: ['orders'] }] },
  })
  const kinds = map.points.map(({ name, kind, note }) => `${kind} ${name} ${note}`).slice(3)
  assert.deepEqual(kinds, ['infrastructure orders postgresql', 'external mail not described'])
  assert.deepEqual([dependentsOf(map, 'service 1'), dependentsOf(map, 'service 2')], [[], ['web']])
  assert.deepEqual(dependentsOf(map, 'external mail'), ['web', 'api'])
})

test('services without ties fill the width row by row, below those that are tied, and two by two on a phone', () => {
  const loose = Array.from({ length: 11 }, (_, index) => ({ name: `job-${index}`, namespace: 'shop' }))
  const tied = { name: 'checkout', namespace: 'shop', dependencies: ['orders', 'card-processor'] }
  const map = mapServices({ services: [...loose, tied] })
  const placed = (isDownward: boolean) => [...layOut(map, isDownward, 1000).places]
  const jobs = (isDownward: boolean) => placed(isDownward).filter(([id]) => Number(id.split(' ')[1]) < 11)
  const beside = (isDownward: boolean) =>
    [...Map.groupBy(jobs(isDownward), ([, { y }]) => y).values()].map((row) => row.length)
  assert.deepEqual(
    [beside(false), beside(true)],
    [
      [3, 5, 3],
      [2, 2, 2, 2, 2, 1],
    ],
  )
  for (const isDownward of [false, true]) {
    const places = placed(isDownward).map(([, place]) => place)
    assert.ok(places.every(({ x, y }) => x >= 0 && y >= 0 && x + POINT_WIDTH <= (isDownward ? 400 : 1000)))
    const overlap = places.some((one, index) =>
      places
        .slice(index + 1)
        .some(({ x, y }) => Math.abs(x - one.x) < POINT_WIDTH && Math.abs(y - one.y) < POINT_HEIGHT),
    )
    assert.equal(overlap, false)
  }
})

test('a line to whoever does not stand next runs behind nobody, across a screen and down a phone', () => {
  const dependencies = ['cart', 'search', 'labels', 'orders', 'mail', 'vault']
  const map = mapServices({
    services: [
      { name: 'web', dependencies },
      { name: 'cart', dependencies: ['orders', 'pay'] },
      { name: 'pay', dependencies: ['orders', 'mail', 'vault'] },
      { name: 'search', dependencies: ['index'] },
    ],
  })
  for (const isDownward of [false, true]) {
    const { places, ways } = layOut(map, isDownward, 1000)
    assert.ok(ways.size > 3)
    for (const arrow of map.arrows)
      for (const [id, box] of places)
        assert.ok(
          [arrow.from, arrow.to].includes(id) || !crosses(ways.get(arrowId(arrow)) ?? [], box),
          `${arrowId(arrow)} runs behind ${id}`,
        )
  }
})

test('where services need each other no line runs behind them either', () => {
  const circle = [
    { name: 'shop', dependencies: ['stock', 'mail', 'cart'] },
    { name: 'stock', dependencies: ['search', 'shop'] },
    { name: 'search', dependencies: ['stock', 'shop', 'index'] },
    { name: 'cart', dependencies: ['shop', 'stock'] },
  ]
  const map = mapServices({ services: circle })
  for (const isDownward of [false, true]) {
    const { places, ways } = layOut(map, isDownward, 1000)
    for (const arrow of map.arrows) {
      const [from, to] = [places.get(arrow.from), places.get(arrow.to)]
      assert.ok(from && to)
      const way = ways.get(arrowId(arrow))
      assert.ok(way || (isDownward ? from.y < to.y : from.x < to.x), `${arrowId(arrow)} leads back and has no way`)
      for (const [id, box] of places) assert.ok(!crosses(way ?? [], box), `${arrowId(arrow)} runs behind ${id}`)
    }
  }
})

/** A bent piece lies between ranks, where nobody stands; the others are level or upright. */
function crosses(points: readonly Place[], { x, y }: Place): boolean {
  return points.slice(1).some((end, index) => {
    const start = points[index] ?? end
    const [left, right] = [Math.min(start.x, end.x), Math.max(start.x, end.x)]
    const [top, bottom] = [Math.min(start.y, end.y), Math.max(start.y, end.y)]
    return right > x && left < x + POINT_WIDTH && bottom > y && top < y + POINT_HEIGHT
  })
}

test('what was added is read by its fields, digit by digit, and not as JSON', () => {
  const added = readJson('{"name": "web", "limit": 1.10, "depends_on": ["orders", "mail"], "team": {"name": "shop"}}')
  assert.deepEqual(tellValue(added).split('\n'), [
    'name: web',
    'limit: 1.10',
    'depends_on:',
    '  - orders',
    '  - mail',
    'team:',
    '  name: shop',
  ])
  assert.equal(tellValue('as it stands'), 'as it stands')
})
