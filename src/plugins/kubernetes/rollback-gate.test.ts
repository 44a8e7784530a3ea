import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts, ReleaseFact } from '../gate.ts'
import { rollbackGate } from './rollback-gate.ts'

const RELEASE = { newest: 8, earlier: 7, differences: [{}], isEarlierUnwell: false } as unknown as ReleaseFact

function refusal(release: Partial<ReleaseFact>) {
  const cluster = { deployments: [], pods: [], releaseOf: () => ({ ...RELEASE, ...release }) }
  return rollbackGate.whyNot({ namespace: 'shop', deployment: 'web' }, { cluster } as unknown as Facts)
}

test('a release is undone unless only one host suffers of it', () => {
  assert.equal(refusal({}), undefined)
  assert.match(
    refusal({ failsOnlyOn: 'n-4' }) ?? '',
    /^Only pods on node n-4 fail; elsewhere revision 8 of web is well/,
  )
})
