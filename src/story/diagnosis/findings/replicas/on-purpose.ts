/** What stands still because somebody wants it so, in his own words on the object. */

import { purposeMarks } from '../../../../plugins/kubernetes/put-away.ts'
import type { ClusterScene, DeploymentView, Shown } from '../../cluster/cluster-scene.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { CAUSED_BY_LOST_ROUTE } from '../cluster-fault.ts'

export const onPurpose: Analyzer = (scene) => {
  const { cluster } = scene
  return (cluster?.deployments ?? [])
    .filter((one) => (one.replicas === 0 || one.isPaused) && cluster && isMeant(one, cluster, scene))
    .flatMap(findingOf)
}

/** The alert is about it, be it by the name of its consumer group or its queue. */
function isMeant(one: DeploymentView, { target }: ClusterScene, { subject }: Scene): boolean {
  const isNamed = target.isNamed && target.workloads.some((each) => isSame(each, one))
  return isNamed || Object.values(subject.labels).includes(one.name)
}

const EXPLAINED = [...CAUSED_BY_LOST_ROUTE, 'scaled_to_zero', 'recovered', 'bad_revision', 'queue_behind', 'no_data']

function findingOf(deployment: Shown<DeploymentView>): Finding[] {
  const { namespace, name, replicas, isPaused, exhibit } = deployment
  const marks = purposeMarks(deployment.marks)
  if (marks.length === 0) return []
  const state =
    replicas === 0 ? 'has no pods because it is scaled to zero' : 'does not go on because its rollout is paused'
  return [
    fault({
      kind: 'on_purpose',
      statement: `Deployment ${namespace}/${name} ${state} on purpose: ${marks.map((mark) => `"${mark}"`).join(', ')}.`,
      evidence: [
        citeField(exhibit, replicas === 0 ? 'replicas' : 'paused', replicas === 0 ? 0 : isPaused),
        marks.map((mark) => cite(exhibit, mark.slice(0, mark.indexOf(':')))),
      ],
      confidence: 0.8,
      subject: { kind: 'Deployment', namespace, name },
      explains: EXPLAINED,
      noActionReason: 'Somebody wants it so and says why; only a person takes it back.',
      suggestions: ['Ask who wrote this whether it still holds, and silence the alert until then or remove it.'],
    }),
  ]
}
