/** Deployments that no list shows, because it was cut: read from the close look at one of their pods, or asked for by name. */
import type { DeploymentView, DescribedPod, PlainObject, Shown } from '../cluster-scene.ts'
import { number, record, records, text, texts, time } from '../reading/loose-fields.ts'
import { readConditions } from '../reading/read-pod.ts'

type Seen = { described: readonly Shown<DescribedPod>[]; objects: readonly Shown<PlainObject>[] }

export function derivedDeployments({ described, objects }: Seen): Shown<DeploymentView>[] {
  return [...objects.filter(({ kind }) => kind === 'Deployment').map(ofObject), ...described.flatMap(ofDescribed)]
}

function ofObject({ exhibit, source, namespace = '', name, whole }: Shown<PlainObject>): Shown<DeploymentView> {
  const { metadata, spec, status } = {
    metadata: record(whole.metadata),
    spec: record(whole.spec),
    status: record(whole.status),
  }
  const revision = Number(texts(metadata.annotations)['deployment.kubernetes.io/revision'])
  const containers = records(record(record(spec.template).spec).containers)
  return {
    exhibit,
    source,
    namespace,
    name,
    createdAt: time(metadata.creationTimestamp),
    revision: Number.isInteger(revision) ? revision : undefined,
    replicas: number(spec.replicas) ?? 1,
    ...countsOf(status),
    isPaused: spec.paused === true,
    marks: {
      ...texts(record(record(spec.template).metadata).annotations),
      ...texts(metadata.labels),
      ...texts(metadata.annotations),
    },
    images: containers.flatMap(({ image }) => text(image) ?? []),
    podLabels: texts(record(record(spec.template).metadata).labels),
    conditions: readConditions(status.conditions),
    revisions: [],
  }
}

function ofDescribed({
  exhibit,
  pod,
  owners,
  revisions,
  containers,
  labels,
}: Shown<DescribedPod>): Shown<DeploymentView>[] {
  const owner = owners.find(({ kind, replicas }) => kind === 'Deployment' && replicas !== undefined)
  if (!owner) return []
  return [
    {
      exhibit,
      source: owner.source,
      namespace: pod.namespace,
      name: owner.name,
      createdAt: owner.createdAt,
      revision: owner.revision,
      replicas: owner.replicas ?? 0,
      ...countsOf(record(owner.source.status)),
      isPaused: owner.source.paused === true,
      marks: texts(owner.source.marks),
      images: containers.flatMap(({ image }) => image ?? []),
      podLabels: labels,
      conditions: owner.conditions,
      revisions,
    },
  ]
}

function countsOf(status: Readonly<Record<string, unknown>>) {
  return {
    readyReplicas: number(status.readyReplicas) ?? 0,
    updatedReplicas: number(status.updatedReplicas) ?? 0,
    availableReplicas: number(status.availableReplicas) ?? 0,
    unavailableReplicas: number(status.unavailableReplicas) ?? 0,
  }
}
