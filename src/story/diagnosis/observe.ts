/** Looks at the systems the alert concerns, domain by domain, and puts the scene together. */
import { observeCluster } from './cluster/observe-cluster.ts'
import { observeDatabase } from './database/observe-database.ts'
import type { Observation } from './observation.ts'
import type { Scene } from './scene.ts'
import { observeSignals } from './signals/observe-signals.ts'
import type { Subject } from './subject.ts'

type Part = (observation: Observation) => Promise<Partial<Scene>>

/** A database's own alert is looked at in the database first: calls are limited, and its pods seldom tell why it is slow. */
export async function observe(given: Omit<Observation, 'scene'>): Promise<Scene> {
  const { now, subject, environment, evidence } = given
  let scene: Scene = { now, subject, environment, exhibits: evidence.exhibits }
  for (const part of partsInOrder(subject)) scene = { ...scene, ...(await part({ ...given, scene })) }
  return { ...scene, exhibits: [...evidence.exhibits] }
}

function partsInOrder(subject: Subject): readonly Part[] {
  return isAboutDatabase(subject)
    ? [observeDatabase, observeCluster, observeSignals]
    : [observeCluster, observeSignals, observeDatabase]
}

const DATABASE_WORDS = /postgres|\bpg[_\s]|\bsql\b|deadlock|dead ?tuples?|vacuum|wraparound|replication|bloat/i

/** By what the alert measures, not by where it runs: a database in a pod has a namespace too. */
export function isAboutDatabase({ alertName, labels, database, table }: Subject): boolean {
  const spelled = alertName.replace(/([a-z\d])([A-Z])/g, '$1 $2')
  if (table !== undefined || DATABASE_WORDS.test(spelled) || DATABASE_WORDS.test(labels.job ?? '')) return true
  return database !== undefined && labels.datname !== undefined
}
