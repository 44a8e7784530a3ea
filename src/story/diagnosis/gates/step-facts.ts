/** The facts by which a plugin's gate judges a step: read from everything that was asked, whoever asked for it. */
import { type EnvironmentMap, findService } from '../../../guidance/environment/environment-map.ts'
import { DATABASE_PLUGINS } from '../../../plugins/database/database-plugins.ts'
import { sessionsIn, tablesIn } from '../../../plugins/database/seen-sessions.ts'
import type { Facts, StepObject } from '../../../plugins/gate.ts'
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import type { Scene } from '../scene.ts'
import { type AskedBy, clusterFacts } from './cluster-facts.ts'
import { meantDatabase } from './meant-database.ts'
import { workOver } from './work-over.ts'

type Given = {
  scene: Scene
  cluster: ClusterScene | undefined
  personSaid: string
  replicaChangeMax: number
  isProvenAtFault: (object: StepObject) => boolean
  askedByRelease?: AskedBy | undefined
  notes: readonly string[]
  heard: readonly string[]
  /** A person who wants a node opened says by that that the work there is over. */
  isWorkOver?: (node: string) => boolean
}

const LISTINGS = new Set(DATABASE_PLUGINS.flatMap(({ name, category }) => (category === 'diagnostic' ? [name] : [])))

export function stepFacts({ scene, cluster, askedByRelease, ...given }: Given): Facts {
  const { now, subject, environment, exhibits } = scene
  const listings = exhibits.filter(({ plugin }) => LISTINGS.has(plugin))
  return {
    now,
    onset: subject.startedAt,
    alertName: subject.alertName,
    cluster: cluster && { ...clusterFacts(cluster, askedByRelease), foreignName: subject.foreignCluster },
    sessions: sessionsIn(listings),
    tables: tablesIn(listings),
    meant: meantDatabase(scene),
    describedAs: (object) => describedAs(environment, object),
    isWorkOver: (name) => cluster?.nodes.some((node) => node.name === name && workOver(node, scene)) ?? false,
    ...given,
  }
}

function describedAs(environment: EnvironmentMap, { name, namespace }: StepObject): string {
  return findService(environment, name, namespace)?.description ?? ''
}
