import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostBroughtBy } from './release-regression.ts'

function went(from: unknown, to: unknown) {
  return [{ field: 'spec.containers[web].env[DATABASE_URL].value', from, to }]
}

test('a host that only the new value names came with the revision', () => {
  const url = went('postgresql://shop@orders-pg:5432/shop', 'postgresql://shop@pgbouncer:6432/shop')
  assert.equal(hostBroughtBy(url, 'ERROR: connect ECONNREFUSED pgbouncer:6432'), 'pgbouncer')
  assert.equal(
    hostBroughtBy(went(null, 'cache-2.shop.svc'), 'dial tcp: lookup cache-2.shop.svc: no such host'),
    'cache-2.shop.svc',
  )
  const list = went(['--upstream=a:80'], ['--upstream=b:80'])
  assert.equal(hostBroughtBy(list, 'connection refused: http://b:80/'), 'b')
})

test('a host that was there before, or is part of another name, did not', () => {
  const pool = went('postgresql://shop@orders-pg/shop?pool=5', 'postgresql://shop@orders-pg/shop?pool=50')
  assert.equal(hostBroughtBy(pool, 'ECONNREFUSED orders-pg:5432'), undefined)
  assert.equal(hostBroughtBy(went('a', 'orders-pg-2'), 'ECONNREFUSED orders-pg:5432'), undefined)
  assert.equal(hostBroughtBy(went('a', 'b'), 'TypeError: x is undefined'), undefined)
})
