import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Logs } from '../../ports/logs.ts'
import { lastWords } from './last-words.ts'

const NOW = new Date('2026-03-09T12:00:00Z')

function server(labels: readonly string[], voices: readonly string[]) {
  const asked: string[] = []
  const logs: Logs = {
    isConfigured: async () => true,
    labelNames: async () => labels,
    labelValues: async () => voices,
    query: async (query, { limit }) => {
      asked.push(`${query} ${limit}`)
      return []
    },
  }
  return { asked, logs }
}

test('each who writes from outside the cluster is asked for a few lines, programs of the cluster last', async () => {
  const { asked, logs } = server(['app', 'job'], ['shop/web', 'calendar'])
  await lastWords(NOW, { logs, signal: AbortSignal.timeout(60_000) })
  assert.deepEqual(asked, ['{job="calendar",namespace="",pod=""} 12', '{job="shop/web",namespace="",pod=""} 12'])
})

test('where no label tells who writes, nobody is asked', async () => {
  const { asked, logs } = server(['colour'], ['red'])
  assert.deepEqual(await lastWords(NOW, { logs, signal: AbortSignal.timeout(60_000) }), [])
  assert.deepEqual(asked, [])
})
