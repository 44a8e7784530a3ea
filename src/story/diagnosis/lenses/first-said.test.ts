import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_CONTEXT } from '../../../guidance/environment/environment-context.ts'
import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import type { Exhibit } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { firstSaidQuestions } from './first-said.ts'
import { lookThrough } from './look-through.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const at = (minutesAgo: number) => new Date(NOW.getTime() - minutesAgo * 60_000).toISOString()

type Said = readonly (readonly [minutesAgo: number, line: string])[]

function logs(parameters: object, said: Said): Exhibit {
  const stream = {
    labels: { namespace: 'mill', app: 'grinder' },
    lines: said.map(([ago, line]) => ({ at: at(ago), line })),
  }
  return {
    id: 'C1',
    plugin: 'logs.query',
    parameters: { ...parameters },
    result: { success: true, data: { streams: [stream] } },
  }
}

function sceneOf(exhibits: readonly Exhibit[], startedAt: Date | undefined = undefined): Scene {
  const bare = {
    alertName: 'Alert',
    labels: { app: 'grinder' },
    text: '',
    severityWord: '',
    isResolved: false,
    fromText: [],
  }
  const subject = { ...bare, service: 'grinder', startedAt }
  return { now: NOW, subject, environment: readEnvironment(EMPTY_CONTEXT), exhibits }
}

const every = (minutes: readonly number[], line: string) => minutes.map((ago) => [ago, `${line} ${ago}`] as const)
const COMPLAINT = 'WARN the stones turn without corn, sack'
const WINDOW = logs({ start: at(90) }, every([88, 70, 50, 30, 10], COMPLAINT))
const place = (ago: number) => logs({ oldest: true, start: at(180) }, [[ago, 'INFO up']])
const oldest = (first: number) => logs({ oldest: true, start: at(180) }, every([first, 88, 70], COMPLAINT))

test('of a complaint that is as old as what was read the oldest are asked for, and since when anything was kept', () => {
  const queries = firstSaidQuestions(sceneOf([WINDOW])).map(({ parameters }) => parameters)
  assert.deepEqual(
    queries.map(({ query, limit, oldest: isOldest }) => [query, limit, isOldest]),
    [
      ['{namespace="mill"}', 1, true],
      ['{namespace="mill"} |= "WARN the stones turn without corn, sack"', 60, true],
    ],
  )
})

test('nothing is asked where the alert says since when, or the complaint began within what was read', () => {
  const later = logs({ start: at(90) }, every([60, 50, 30, 10], COMPLAINT))
  assert.deepEqual(firstSaidQuestions(sceneOf([WINDOW], new Date(at(20)))), [])
  assert.deepEqual(firstSaidQuestions(sceneOf([later])), [])
})

test('the trouble began with a complaint that nobody had made before', () => {
  const { onsetSeen } = lookThrough(sceneOf([WINDOW, place(175), oldest(118)]))
  assert.equal(onsetSeen?.toISOString(), at(118))
})

test('a complaint as old as all that was kept tells no beginning', () => {
  assert.equal(lookThrough(sceneOf([WINDOW, place(120), oldest(118)])).onsetSeen, undefined)
})

test('of two complaints that are equally loud and began apart neither tells when it began', () => {
  const other = logs({ oldest: true, start: at(180) }, every([150, 130, 100, 60, 30, 10], 'WARN a belt slips on wheel'))
  assert.equal(lookThrough(sceneOf([WINDOW, place(175), oldest(118), other])).onsetSeen, undefined)
})
