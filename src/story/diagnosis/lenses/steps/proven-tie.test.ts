import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures, listing, moved, pod, said, sceneOf } from '../../../../../test/world/scene/mill-scene.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import type { Exhibit } from '../../evidence.ts'
import type { Subject } from '../../subject.ts'
import { lookThrough } from '../look-through.ts'
import { provenTie } from './proven-tie.ts'

test('words tie whom two lenses and two sources bear out, and nobody where a label names somebody', () => {
  const world = [listing([pod('bcdfg')]), figures([moved('mill_grind_seconds', { deployment: 'grinder' }, 1, 40)])]
  const spoken = { text: 'There is no flour since ten minutes' }
  const tie = (exhibits: readonly Exhibit[], subject: Partial<Subject>) => {
    const scene = sceneOf(exhibits, subject)
    return provenTie(scene, lookThrough(scene))({ kind: 'Deployment', namespace: 'mill', name: 'grinder' })
  }
  assert.match(tie([...world, said('bcdfg', 'ERROR stone is worn')], spoken) ?? '', /agree on grinder/)
  assert.equal(tie(world, spoken), undefined)
  const labelled = { ...spoken, labels: { service: 'baker' } }
  assert.equal(tie([...world, said('bcdfg', 'ERROR stone is worn')], labelled), undefined)
})

test('a database is tied by the waiting sessions of whom the words meant', () => {
  const world = [
    listing([pod('bcdfg')]),
    figures([moved('mill_grind_seconds', { deployment: 'grinder' }, 1, 40)]),
    said('bcdfg', 'ERROR stone is worn'),
  ]
  const tie = (program: string) => {
    const waiters = [{ pid: 5, application_name: program }]
    const database = { locks: { thing: { roots: [], waiters } }, topics: new Set(), statistics: [] } as unknown
    const scene = {
      ...sceneOf(world, { text: 'There is no flour since ten minutes' }),
      database: database as DatabaseScene,
    }
    return provenTie(scene, lookThrough(scene))({ kind: 'Database', name: 'sacks' })
  }
  assert.match(tie('grinder') ?? '', /agree on grinder/)
  assert.equal(tie('bakery'), undefined)
})
