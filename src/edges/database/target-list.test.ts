import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTargetList } from './target-list.ts'

test('targets are divided by commas or line ends, in the order given', () => {
  const { targets, problems } = readTargetList(
    ' shop = postgresql://a@db/shop , stock=postgres://b@db:5433/stock\n\r\nusers=postgresql://c@db/users,',
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(
    targets.map(({ name, url }) => [name, url]),
    [
      ['shop', 'postgresql://a@db/shop'],
      ['stock', 'postgres://b@db:5433/stock'],
      ['users', 'postgresql://c@db/users'],
    ],
  )
})

test('a second address is for acting; without it the first serves for both', () => {
  const { targets } = readTargetList(
    'shop=postgresql://watcher@db/shop|postgresql://actor@db/shop,x=postgresql://w@db/x',
  )
  assert.deepEqual(targets, [
    { name: 'shop', url: 'postgresql://watcher@db/shop', actingUrl: 'postgresql://actor@db/shop' },
    { name: 'x', url: 'postgresql://w@db/x', actingUrl: 'postgresql://w@db/x' },
  ])
})

test('an entry that cannot be read is left out with a sentence that holds no password', () => {
  const bad = [
    'postgresql://a:canary@db/shop',
    'shop=mysql://a:canary@db/shop',
    'shop=postgresql://a:canary@db/1|postgresql://a:canary@db/2|postgresql://a:canary@db/3',
    '-A=postgresql://a:canary@db/shop',
    'shop=postgresql://[canary',
    '=postgresql://a:canary@db/shop',
  ]
  const { targets, problems } = readTargetList(
    [...bad, 'good=postgresql://g@db/good', 'good=postgresql://h@db/x'].join('\n'),
  )
  assert.deepEqual(
    targets.map(({ name }) => name),
    ['good'],
  )
  assert.equal(problems.length, bad.length + 1)
  assert.doesNotMatch(problems.join(), /canary/)
  assert.match(problems.at(-1) ?? '', /^Entry 8 .* good is named twice\.$/)
})
