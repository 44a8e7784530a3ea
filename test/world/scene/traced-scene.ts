/** A pictured database whose clients were traced into a pictured cluster. */
import assert from 'node:assert/strict'
import type { ClusterScene } from '../../../src/story/diagnosis/cluster/cluster-scene.ts'
import type { Scene } from '../../../src/story/diagnosis/scene.ts'
import { type Pictured, pictureDatabase } from './database-scene.ts'

export function tracedScene(seen: Scene, pictured: Pictured): Scene {
  const picture = pictureDatabase(pictured)
  assert.ok(picture.database && seen.cluster)
  const exhibits = seen.exhibits.map((one) => ({ ...one, id: `K${one.id}` }))
  const surroundings = JSON.parse(JSON.stringify(seen.cluster), reviveOf(exhibits)) as ClusterScene
  return {
    ...picture,
    database: { ...picture.database, surroundings },
    exhibits: [...picture.exhibits, ...exhibits],
  }
}

/** The two pictures number their exhibits alike, so those of the cluster are renamed; times become dates again. */
function reviveOf(exhibits: Scene['exhibits']) {
  return (key: string, value: unknown) => {
    if (key === 'exhibit') return exhibits.find(({ id }) => id === `K${(value as { id: string }).id}`)
    return /(At|since)$/.test(key) && typeof value === 'string' ? new Date(value) : value
  }
}
