import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStranger } from './scene.ts'

const strangers = [{ kind: 'Deployment', namespace: 'shop', name: 'web' }]

test('a stranger is he himself and his pods, and nobody who is called alike', () => {
  const known = (name: string, namespace?: string) => isStranger({ strangers }, name, namespace)
  assert.deepEqual(
    ['web', 'web-7d9f8b6c54-x2x9q', 'web-x2x9q', 'web-0'].map((name) => known(name)),
    [true, true, true, true],
  )
  assert.deepEqual(
    ['web-portal', 'portal-web', 'webs'].map((name) => known(name)),
    [false, false, false],
  )
  assert.equal(known('web', 'elsewhere'), false)
  assert.equal(isStranger({}, 'web'), false)
})
