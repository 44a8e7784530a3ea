/** Deployments that no list shows, because it was cut: read from the close look at one of their pods, or asked for by name. */
import type { DeploymentView, DescribedPod, PlainObject, Shown } from '../cluster-scene.ts'
import { record, records, texts } from '../reading/loose-fields.ts'
import { readDeployment } from '../reading/read-workload.ts'

type Seen = { described: readonly Shown<DescribedPod>[]; objects: readonly Shown<PlainObject>[] }

export function derivedDeployments({ described, objects }: Seen): Shown<DeploymentView>[] {
  return [...objects.filter(({ kind }) => kind === 'Deployment').map(ofObject), ...described.flatMap(ofDescribed)]
}

function ofObject({ exhibit, source, namespace = '', name, whole }: Shown<PlainObject>): Shown<DeploymentView> {
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

function ofDescribed({ exhibit, pod, owners, revisions, ...described }: Shown<DescribedPod>): Shown<DeploymentView>[] {
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
