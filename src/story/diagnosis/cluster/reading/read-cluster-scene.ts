/** Puts the scene together from the exhibits, whoever asked for them. Pure, so that each step of the looking can read anew. */
import type { Exhibit } from '../../evidence.ts'
import type { Subject } from '../../subject.ts'
import type {
  ClusterScene,
  DeploymentView,
  DescribedPod,
  EventView,
  Fields,
  PlainObject,
  PodView,
  Shown,
} from '../cluster-scene.ts'
import { resolveTarget, settleSubject } from '../subject/resolve-target.ts'
import { number, record, records, shown, texts } from './loose-fields.ts'
import { readDescribedPod } from './read-described-pod.ts'
import {
  readAutoscaler,
  readCronJob,
  readDeployment,
  readEvent,
  readJob,
  readLeftOff,
  readLog,
  readNode,
  readPlainObject,
  readPod,
  readSet,
  readUsage,
} from './read-listed.ts'

export function readClusterScene(exhibits: readonly Exhibit[], subject: Subject): ClusterScene {
  const answered = exhibits.filter(({ result }) => result.success)
  const of = (plugin: string) => answered.filter((one) => one.plugin === plugin)
  const lists = of('list_pods')
  const objects = read(of('llm.orchestrator_action'), 'objects', readPlainObject)
  const described = of('describe_pod').map((exhibit) => readDescribedPod(record(exhibit.result.data), exhibit))
  const sight = {
    pods: mergePods([...read(lists, 'pods', readPod), ...described.map(({ pod }) => pod)]),
    podsLeftOff: read(lists.filter(isUnnarrowed), 'pods_left_off', readLeftOff),
    deployments: lastOfEach([
      ...objects.filter(({ kind }) => kind === 'Deployment').map(namedDeployment),
      ...described.flatMap(ownerOfDescribed),
      ...read(lists, 'deployments', readDeployment),
    ]),
    statefulSets: lastOfEach(read(lists, 'statefulsets', readSet)),
    daemonSets: lastOfEach(read(lists, 'daemonsets', readSet)),
    jobs: lastOfEach(read(lists, 'jobs', readJob)),
    cronJobs: lastOfEach(read(lists, 'cronjobs', readCronJob)),
    autoscalers: lastOfEach(read(lists, 'autoscalers', readAutoscaler)),
    nodes: lastOfEach(read(lists, 'nodes', readNode)),
    events: eventsOf([
      ...read(of('get_events'), 'events', readEvent),
      ...read(of('llm.orchestrator_action'), 'events', readEvent),
    ]),
    described,
    logs: of('get_pod_logs').map((exhibit) => shown(readLog)(record(exhibit.result.data), exhibit)),
    usage: read(of('top_pods'), 'pods', readUsage),
    objects,
    listedWhole: lists.filter(isWhole).map(({ parameters }) => String(parameters.namespace)),
    exhibits,
  }
  return { ...sight, target: resolveTarget(settleSubject(subject, sight), sight) }
}

function read<Thing>(exhibits: readonly Exhibit[], part: string, reader: (source: Fields) => Thing): Shown<Thing>[] {
  return exhibits.flatMap((exhibit) =>
    records(record(exhibit.result.data)[part]).map((source) => shown(reader)(source, exhibit)),
  )
}

/** What was described tells more than what was listed, except that a list may know the owner where the owner was not readable. */
function mergePods(pods: readonly Shown<PodView>[]): Shown<PodView>[] {
  const merged = new Map<string, Shown<PodView>>()
  for (const pod of pods) {
    const key = `${pod.namespace}/${pod.name}`
    const known = merged.get(key)
    merged.set(key, known ? { ...known, ...pod, owner: pod.owner ?? known.owner } : pod)
  }
  return [...merged.values()]
}

function lastOfEach<T extends { name: string; namespace?: string }>(things: readonly T[]): T[] {
  return [...new Map(things.map((thing) => [`${thing.namespace}/${thing.name}`, thing])).values()]
}

/** One event may be told by several exhibits; the scheduler's and the kubelet's are in order of time only when sorted. */
function eventsOf(events: readonly Shown<EventView>[]): Shown<EventView>[] {
  const keyOf = ({ namespace, kind, name, reason, message, at, fieldPath }: EventView) =>
    JSON.stringify([namespace, kind, name, reason, message, at, fieldPath])
  const once = [...new Map(events.map((event) => [keyOf(event), event])).values()]
  return once.sort((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
}

/** Only of a list that was neither narrowed nor cut can be said what it does not hold. */
function isWhole(list: Exhibit): boolean {
  const data = record(list.result.data)
  const isCut = 'truncated' in list.result || Object.keys(data).some((name) => name.endsWith('_left_off'))
  // The templates a set had before tell nothing of what is there.
  const isSeen = records(data.not_seen).every(({ part }) => part === 'controller revisions')
  return !isCut && isUnnarrowed(list) && isSeen && records(data.pods).length === number(data.total)
}

function isUnnarrowed({ parameters }: Exhibit): boolean {
  return parameters.label === undefined && parameters.node === undefined
}

/** Deployments that no list shows, because it was cut, are read from the close look at one of their pods, or asked for by name. */
function namedDeployment({ exhibit, source, namespace = '', name, whole }: Shown<PlainObject>): Shown<DeploymentView> {
  const [metadata, spec] = [record(whole.metadata), record(whole.spec)]
  const template = record(spec.template)
  const { labels, annotations } = record(template.metadata)
  const revision = Number(texts(metadata.annotations)['deployment.kubernetes.io/revision'])
  const listed = {
    ...record(whole.status),
    creationTimestamp: metadata.creationTimestamp,
    revision: Number.isInteger(revision) ? revision : undefined,
    replicas: spec.replicas ?? 1,
    paused: spec.paused,
    marks: { ...texts(annotations), ...texts(metadata.labels), ...texts(metadata.annotations) },
    images: records(record(template.spec).containers).map(({ image }) => image),
    podLabels: labels,
  }
  return { exhibit, source, ...readDeployment({ ...listed, namespace, name }) }
}

function ownerOfDescribed({
  exhibit,
  pod,
  owners,
  revisions,
  ...described
}: Shown<DescribedPod>): Shown<DeploymentView>[] {
  const owner = owners.find(({ kind, replicas }) => kind === 'Deployment' && replicas !== undefined)
  if (!owner) return []
  const { source } = owner
  const listed = {
    ...{ ...source, ...record(source.status), replicas: owner.replicas, namespace: pod.namespace },
    images: described.containers.map(({ image }) => image),
    podLabels: described.labels,
  }
  return [{ exhibit, source, ...readDeployment(listed), revisions }]
}
