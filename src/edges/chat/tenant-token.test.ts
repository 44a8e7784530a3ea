import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Credentials, TenantToken } from './tenant-token.ts'

const CREDENTIALS: Credentials = { baseUrl: 'https://chat.example', appId: 'cli_a', appSecret: 'one' }

function openToken({ expireSeconds = 7200, failing = 0 } = {}) {
  let nowMs = 0
  const asked: Credentials[] = []
  const token = new TenantToken({
    clock: { now: () => new Date(nowMs) },
    fetch: async (credentials) => {
      asked.push(credentials)
      if (asked.length <= failing) throw new Error('away')
      return { token: `t-${asked.length}`, expireSeconds }
    },
  })
  const pass = (seconds: number) => {
    nowMs += seconds * 1000
  }
  return { token, asked, pass }
}

test('all who ask at once share one question', async () => {
  const { token, asked } = openToken()
  const tokens = await Promise.all(Array.from({ length: 50 }, () => token.get(CREDENTIALS)))
  assert.deepEqual([new Set(tokens).size, asked.length], [1, 1])
})

test('a token is kept until five minutes before its end', async () => {
  const { token, pass } = openToken()
  assert.equal(await token.get(CREDENTIALS), 't-1')
  pass(6899)
  assert.equal(await token.get(CREDENTIALS), 't-1')
  pass(1)
  assert.equal(await token.get(CREDENTIALS), 't-2')
})

test('a token belongs to its address, application and secret', async () => {
  const { token } = openToken()
  assert.equal(await token.get(CREDENTIALS), 't-1')
  assert.equal(await token.get({ ...CREDENTIALS, appSecret: 'two' }), 't-2')
  assert.equal(await token.get({ ...CREDENTIALS, appId: 'cli_b' }), 't-3')
  assert.equal(await token.get({ ...CREDENTIALS, baseUrl: 'https://other.example' }), 't-4')
})

test('a refused token is dropped, one fetched meanwhile is not', async () => {
  const { token } = openToken()
  const first = await token.get(CREDENTIALS)
  await Promise.all([token.drop(first), token.drop(first)])
  const second = await token.get(CREDENTIALS)
  await token.drop(first)
  assert.deepEqual([second, await token.get(CREDENTIALS)], ['t-2', 't-2'])
})

test('a failure is told to those who wait and tried anew for the next', async () => {
  const { token, asked } = openToken({ failing: 1 })
  const waiting = await Promise.allSettled([token.get(CREDENTIALS), token.get(CREDENTIALS)])
  assert.deepEqual([waiting.map(({ status }) => status), asked.length], [['rejected', 'rejected'], 1])
  assert.equal(await token.get(CREDENTIALS), 't-2')
})
