/** Looks at the systems the alert concerns, domain by domain, and puts the scene together. */
import { observeCluster } from './cluster/observe-cluster.ts'
import { isAboutDatabase } from './database/asking/database-concern.ts'
import { observeDatabase } from './database/observe-database.ts'
import { askAround } from './lenses/ask-around.ts'
import type { Observation } from './observation.ts'
import type { Scene } from './scene.ts'
import { observeSignals } from './signals/observe-signals.ts'

type Part = (observation: Observation) => Promise<Partial<Scene>>

/** A database's own alert is looked at in the database first: calls are limited, and its pods seldom tell why it is slow. */
export async function observe(given: Omit<Observation, 'scene'>): Promise<Scene> {
  const { now, subject, environment, evidence } = given
  let scene: Scene = { now, subject, environment, exhibits: evidence.exhibits }
  for (const part of partsInOrder(given))
    scene = { ...scene, ...(await part({ ...given, subject: scene.subject, scene })) }
  return { ...scene, exhibits: [...evidence.exhibits] }
}

function partsInOrder({ subject, environment }: Pick<Observation, 'subject' | 'environment'>): readonly Part[] {
  const known = isAboutDatabase(subject, environment)
    ? [observeDatabase, observeCluster, observeSignals]
    : [observeCluster, observeSignals, observeDatabase]
  return [...known, askAround]
}
