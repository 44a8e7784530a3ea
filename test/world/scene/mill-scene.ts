/** A mill in a cluster, its figures and what is said there, as lenses see them: steps that no rule names are put to the proof on it. */
import { readEnvironment } from '../../../src/guidance/environment/environment-map.ts'
import { readClusterScene } from '../../../src/story/diagnosis/cluster/reading/read-cluster-scene.ts'
import type { Exhibit } from '../../../src/story/diagnosis/evidence.ts'
import { stepOf, weighedCandidates } from '../../../src/story/diagnosis/lenses/candidates/weighed-steps.ts'
import { lookThrough } from '../../../src/story/diagnosis/lenses/look-through.ts'
import type { Scene } from '../../../src/story/diagnosis/scene.ts'
import type { Subject } from '../../../src/story/diagnosis/subject.ts'

export const NOW = new Date('2026-03-01T12:00:00Z')
export const HASH = '6c885549d'

export function at(minutesAgo: number): string {
  return new Date(NOW.getTime() - minutesAgo * 60_000).toISOString()
}

export function exhibit(id: string, plugin: string, data: object): Exhibit {
  return { id, plugin, parameters: { namespace: 'mill' }, result: { success: true, data } }
}

export function pod(suffix: string, more: object = {}) {
  return {
    ...{ namespace: 'mill', name: `grinder-${HASH}-${suffix}`, phase: 'Running', ready: true, nodeName: 'mill-1' },
    ...{ owner: `ReplicaSet/grinder-${HASH}`, 'pod-template-hash': HASH, creationTimestamp: at(9000) },
    ...more,
  }
}

export function listing(pods: readonly object[], more: object = {}): Exhibit {
  const deployment = {
    namespace: 'mill',
    name: 'grinder',
    replicas: pods.length,
    replicaSets: [{ name: `grinder-${HASH}` }],
  }
  return exhibit('C1', 'list_pods', { pods, deployments: [{ ...deployment, ...more }] })
}

export function figures(changes: readonly object[]): Exhibit {
  return exhibit('C2', 'metrics.query_range', { changes })
}

export function moved(name: string, labels: object, from: number, to: number, more: object = {}) {
  return {
    metric: { __name__: name, namespace: 'mill', ...labels },
    from,
    to,
    last: to,
    at: at(15),
    strength: 0.9,
    ...more,
  }
}

export function said(suffix: string, line: string): Exhibit {
  const lines = [14, 12, 10, 8].map((ago) => ({ at: at(ago), line }))
  const labels = { namespace: 'mill', app: 'grinder', pod: `grinder-${HASH}-${suffix}` }
  return exhibit('C3', 'logs.query', { streams: [{ labels, lines }] })
}

/** Every step that was weighed, the likeliest first. */
export function weighedIn(exhibits: readonly Exhibit[], named: Partial<Subject> = {}, notes = '') {
  const scene = sceneOf(exhibits, named, notes)
  const seen = lookThrough(scene)
  const all = weighedCandidates({ scene, seen, heard: { isAcquitted: () => false, replicaChangeMax: 0.5 } })
  return all.map((one) => ({ ...one, step: stepOf(one.candidate, { scene, seen }) }))
}

/** What speaks for and against a step on somebody; undefined where none is thought of. */
export function signsIn(exhibits: readonly Exhibit[], [plugin, name]: Whom, named: Partial<Subject> = {}, notes = '') {
  return weighedIn(exhibits, named, notes).find(
    ({ candidate: { action, atFault } }) => action.plugin === plugin && atFault.name === name,
  )?.candidate.signs
}

type Whom = readonly [plugin: string, name: string]

export function sceneOf(exhibits: readonly Exhibit[], named: Partial<Subject>, notes = ''): Scene {
  const subject: Subject = {
    ...{ alertName: 'Slow', labels: {}, text: '', severityWord: '', isResolved: false, fromText: [] },
    ...{ startedAt: new Date(at(10)), namespace: 'mill' },
    ...(named.text === undefined && { workload: { kind: 'Deployment', name: 'grinder' } as const }),
    ...named,
  }
  const services = [{ name: 'grinder', namespace: 'mill', description: 'Makes flour' }]
  const environment = readEnvironment(JSON.stringify({ services, notes }))
  return { now: NOW, subject, environment, exhibits, cluster: readClusterScene(exhibits, subject) }
}

export const PODS = ['bcdfg', 'hjklm', 'npqrs']

export const [OLD, NEW] = ['5f7d9c8b64', '7d9f8b6c54']

/** A workload whose newest revision came so many minutes ago, from one image to another. */
export function released(name: string, minutesAgo: number, namespace = 'mill') {
  const set = (hash: string, revision: string, ago: number, image: string) => ({
    ...{ kind: 'ReplicaSet', spec: { template: { spec: { containers: [{ name, image }] } } } },
    metadata: { name: `${name}-${hash}`, namespace, creationTimestamp: at(ago) },
    shown: {
      name: `${name}-${hash}`,
      revision: Number(revision),
      creationTimestamp: at(ago),
      replicas: hash === NEW ? 2 : 0,
    },
  })
  const [older, newer] = [set(OLD, '6', 9000, `${name}:6`), set(NEW, '7', minutesAgo, `${name}:7`)]
  const pods = ['bcdfg', 'hjklm'].map((suffix) => ({
    ...{ namespace, name: `${name}-${NEW}-${suffix}`, phase: 'Running', ready: true, nodeName: 'mill-1' },
    ...{ owner: `ReplicaSet/${name}-${NEW}`, 'pod-template-hash': NEW, creationTimestamp: at(minutesAgo) },
  }))
  const deployment = {
    ...{ namespace, name, replicas: 2 },
    replicaSets: [newer.shown, older.shown],
  }
  return { sets: [older, newer].map(({ shown: _, ...whole }) => whole), pods, deployment }
}

export function releasedWorld(...all: readonly ReturnType<typeof released>[]): Exhibit[] {
  return [
    exhibit('C1', 'list_pods', { pods: all.flatMap((one) => one.pods), deployments: all.map((one) => one.deployment) }),
    exhibit('C6', 'llm.orchestrator_action', { objects: all.flatMap((one) => one.sets) }),
  ]
}

/** A pod of the newest revision says it, over and over. */
export function saidBy(app: string, suffix: string, line: string, id = 'C3'): Exhibit {
  const lines = [14, 12, 10, 8].map((ago) => ({ at: at(ago), line }))
  const labels = { namespace: 'mill', app, pod: `${app}-${NEW}-${suffix}` }
  return exhibit(id, 'logs.query', { streams: [{ labels, lines }] })
}

export function slowSince(name: string, suffixes: readonly string[]) {
  return suffixes.map((suffix) => moved('mill_grind_seconds', { pod: `${name}-${NEW}-${suffix}` }, 1, 40))
}
