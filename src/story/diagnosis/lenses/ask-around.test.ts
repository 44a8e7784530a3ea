import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionsOf, locksOf, queriesOf } from '../../../../test/world/scene/database-scene.ts'
import {
  at,
  listing,
  NOW,
  PODS,
  pod,
  released,
  releasedWorld,
  sceneOf,
} from '../../../../test/world/scene/mill-scene.ts'
import type { PluginResult } from '../../../plugins/plugin.ts'
import { Evidence } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { askAround } from './ask-around.ts'

const CALM: Record<string, object> = {
  active_connections: connectionsOf(),
  lock_waits: locksOf(),
  slow_queries: queriesOf(),
  'metrics.query_range': { changes: [] },
}

/** Whom the alert means complains of grinder-store, which says this itself. */
async function look(words: string, more: Partial<Scene> = {}) {
  const stream = (app: string, line: string) => ({
    labels: { namespace: 'mill', app },
    lines: [14, 12, 10].map((ago) => ({ at: at(ago), line })),
  })
  const streams = [stream('grinder', 'ERROR no answer of grinder-store'), stream('grinder-store', words)]
  const asked: string[] = []
  const evidence = new Evidence(async ({ plugin, parameters }): Promise<PluginResult> => {
    asked.push(`${plugin} ${parameters.query ?? ''}`)
    const data = plugin === 'logs.query' ? { streams } : CALM[plugin]
    return data ? { success: true, data } : { success: false, error: 'not configured' }
  })
  const scene = { ...sceneOf([listing(PODS.map((suffix) => pod(suffix)))], {}), ...more }
  const { subject, environment } = scene
  return { asked, seen: await askAround({ now: NOW, subject, environment, evidence, scene }) }
}

test('where complaints end at a database it is looked at, and what it shows is tied', async () => {
  const { asked, seen } = await look('ERROR order not kept: canceling statement due to lock timeout')
  assert.ok(asked.some((one) => one.startsWith('lock_waits')))
  assert.equal(seen.database?.concern, 'dependency')
})

test('what its own clients complain of in the words of their driver ties a database', async () => {
  const of = (application_name: string) => {
    const connections = { thing: { groups: [{ application_name }] }, exhibit: {} }
    return {
      database: { concern: 'possible', connections, topics: new Set() } as unknown as NonNullable<Scene['database']>,
    }
  }
  const words = 'ERROR sack not kept: PSQLException: ERROR: too many notifications in the NOTIFY queue'
  assert.equal((await look(words, of('grinder-store'))).seen.database?.concern, 'dependency')
  assert.equal((await look(words, of('miller'))).seen.database, undefined, 'it has no session there')
  assert.equal((await look('ERROR sack not kept', of('grinder-store'))).seen.database, undefined)
})

test('where nothing leads to a database it is looked at last, and what it shows is not tied by that', async () => {
  const { asked, seen } = await look('ERROR the bin is empty')
  assert.match(asked.at(-1) ?? '', /^slow_queries/)
  assert.equal(seen.database?.concern, 'possible')
})

test('whom those complain of who are complained of is asked about once more', async () => {
  const { asked } = await look('ERROR queue flour-lane-9 takes nothing more')
  assert.ok(asked.some((one) => one.includes('flour-lane-9')))
})

test('where somebody near was released before all that is looked at, what moved then is asked for as it was then', async () => {
  const moves = async (minutesAgo: number) => {
    const spans: unknown[][] = []
    const world = releasedWorld(released('grinder', minutesAgo))
    const evidence = new Evidence(async ({ plugin, parameters }): Promise<PluginResult> => {
      if (parameters.changes === true && parameters.end !== undefined) spans.push([parameters.start, parameters.end])
      return world.find((one) => one.plugin === plugin)?.result ?? { success: true, data: CALM[plugin] ?? {} }
    })
    const scene = sceneOf(world, {})
    const { subject, environment } = scene
    await evidence.ask('list_pods', { namespace: 'mill' })
    await askAround({ now: NOW, subject, environment, evidence, scene })
    return spans
  }
  assert.deepEqual(await moves(300), [[at(360), at(270)]])
  assert.deepEqual(await moves(20), [])
})
