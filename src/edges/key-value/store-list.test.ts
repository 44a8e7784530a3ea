import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStoreList } from './store-list.ts'

test('stores are divided by commas or line ends; a socket is named by its path', () => {
  const { targets, problems } = readStoreList(
    ' cache = redis://:p@kv:6379/1 ,\nqueue=rediss://kv:6380\nlocal=/run/kv.sock,',
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(targets, [
    { name: 'cache', url: 'redis://:p@kv:6379/1' },
    { name: 'queue', url: 'rediss://kv:6380' },
    { name: 'local', url: '/run/kv.sock' },
  ])
})

test('an entry that cannot be read is left out with a sentence that holds no password', () => {
  const bad = ['redis://:canary@kv', 'cache=http://:canary@kv', '-a=redis://:canary@kv', 'cache=redis://[canary']
  const { targets, problems } = readStoreList([...bad, 'good=redis://kv', 'good=redis://:canary@other'].join('\n'))
  assert.deepEqual(targets, [{ name: 'good', url: 'redis://kv' }])
  assert.equal(problems.length, bad.length + 1)
  assert.doesNotMatch(problems.join(), /canary/)
  assert.match(problems.at(-1) ?? '', /^Entry 6 .* good is named twice\.$/)
})
