import assert from 'node:assert/strict'
import { test } from 'node:test'
import { poolGrowth, programChanges } from './connections.ts'

const variable = (name: string, from: string, to: string) => ({
  field: `spec.containers[worker].env[${name}].value`,
  from,
  to,
})

for (const name of ['DB_POOL_SIZE', 'RAILS_MAX_THREADS', 'WORKERS', 'DB_POOL', 'connection_limit', 'WEB_CONCURRENCY'])
  test(`a larger ${name} opens more connections`, () => {
    assert.equal(poolGrowth([variable(name, '5', '40')]).length, 1)
  })

for (const name of ['DB_CONNECT_TIMEOUT_MS', 'POOL_MAX_LIFETIME', 'CONN_MAX_RETRIES', 'POOL_IDLE_MAX', 'WORKER_PORT'])
  test(`a larger ${name} opens none, and makes no other program`, () => {
    assert.deepEqual(poolGrowth([variable(name, '3000', '5000')]), [])
    assert.deepEqual(programChanges([variable(name, '3000', '5000')]), [])
  })

test('neither a wait inside an address nor a number of something else in a container called worker is a pool', () => {
  const url = (seconds: number) => `postgresql://db/shop?connect_timeout=${seconds}&connection_limit=5`
  assert.deepEqual(poolGrowth([variable('DATABASE_URL', url(3), url(9))]), [])
  assert.deepEqual(poolGrowth([variable('LOG_LINES', '1', '9')]), [])
})
