import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, exhibit, HASH, listing, PODS, pod, signsIn } from '../../../../../test/world/scene/mill-scene.ts'

const ONE = `grinder-${HASH}-bcdfg`

type Line = readonly [minutesAgo: number, line: string]

function stillAlone(lines: readonly Line[], others: readonly Line[] = [[9, 'INFO sack ground']]): number | undefined {
  const streams = PODS.map((suffix, index) => ({
    labels: { namespace: 'mill', app: 'grinder', pod: `grinder-${HASH}-${suffix}` },
    lines: (index === 0 ? lines : others).map(([ago, line]) => ({ at: at(ago), line })),
  }))
  const all = listing(PODS.map((suffix, index) => pod(suffix, { podIP: `10.1.0.${index + 1}` })))
  return signsIn([all, exhibit('C3', 'logs.query', { streams })], ['restart_pod', ONE])?.stillAlone
}

const told = (say: (minutes: number) => string): Line[] => [14, 9, 4].map((ago) => [ago, say(20 - ago)])

test('who alone says that it has not worked for longer and longer stands still', () => {
  assert.equal(stillAlone(told((minutes) => `2026-03-01T11:40:00Z WARN drum has not turned for ${minutes * 60}s`)), 1)
  assert.equal(stillAlone(told((minutes) => `WARN no progress for ${minutes} minutes, thread drum-1`)), 1)
  assert.equal(stillAlone(told((minutes) => `WARN 线程卡住 ${minutes} 分钟`)), 1)
})

test('a time that does not grow, or grows otherwise than the clock, tells of no standstill', () => {
  assert.equal(stillAlone(told(() => 'WARN drum has not turned for 300s')), 0)
  assert.equal(stillAlone(told((minutes) => `WARN drum has not turned for ${minutes * 600}s`)), 0)
  assert.equal(stillAlone(told((minutes) => `WARN drum has not turned for ${minutes * 60}s`).slice(1)), 0)
})

test('who waits for somebody, or whose siblings stand as well, would stand in a new process too', () => {
  assert.equal(stillAlone(told((minutes) => `WARN has not turned for ${minutes}m, waiting for the silo`)), 0)
  assert.equal(stillAlone(told((minutes) => `WARN has not heard of 10.1.0.2 for ${minutes}m`)), 0)
  const all = told((minutes) => `WARN drum has not turned for ${minutes * 60}s`)
  assert.equal(stillAlone(all, all), 0)
})
