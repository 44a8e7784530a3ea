import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showsSoonEnough } from './release-regression.ts'

const IMAGE = { field: 'containers.api.image', from: 'api:8', to: 'api:9' }
const POOL = { field: 'containers.api.env.POOL_SIZE', from: '20', to: '2' }

test('what new code breaks is seen within minutes; a release that ran well for longer is innocent', () => {
  assert.equal(showsSoonEnough([IMAGE], 3), true)
  assert.equal(showsSoonEnough([IMAGE], 10), false)
})

test('a setting that came with it may bite later', () => {
  assert.equal(showsSoonEnough([IMAGE, POOL], 20), true)
  assert.equal(showsSoonEnough([POOL], 31), false)
})

test('where the templates could not be compared, more than the image may have changed', () => {
  assert.equal(showsSoonEnough([], 10), true)
})
