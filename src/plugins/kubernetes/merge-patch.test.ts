import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/world/chance.ts'
import { mergePatch } from './merge-patch.ts'

/** As RFC 7386 writes it. */
function apply(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const isRecord = typeof target === 'object' && target !== null && !Array.isArray(target)
  const result: Record<string, unknown> = isRecord ? { ...(target as object) } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = apply(result[name], value)
  }
  return result
}

test('a field that has to go is named', () => {
  const from = { image: 'a:2', nodeSelector: { pool: 'gpu', zone: '1' }, env: [{ name: 'A' }] }
  assert.deepEqual(mergePatch(from, { image: 'a:1', nodeSelector: { zone: '1' }, env: [] }), {
    image: 'a:1',
    nodeSelector: { pool: null, zone: '1' },
    env: [],
  })
})

test('the server, given the patch, arrives at exactly the other value', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }))
  // Null means absence to a merge patch, and the API has none in a template. Odd names of objects are no concern of it.
  const { tree } = fc.letrec((tie) => ({
    tree: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.oneof({ maxDepth: 3 }, leaf, tie('tree')), {
      noNullPrototype: true,
    }),
  }))
  fc.assert(
    fc.property(tree, tree, (from, to) => {
      assert.deepEqual(apply(from, mergePatch(from, to)), to)
    }),
    { numRuns: 300 },
  )
})
