/** A container that is held back at its CPU limit although no more is asked of it than before. */

import { type Gated, noAction, rollbackGate } from '../../cluster/gates.ts'
import { filledIn } from '../../cluster/placement/filled-in.ts'
import { differencesIn, historyOf } from '../../cluster/releases/revision-history.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { replicaLoads, type Throttling, throttlingOf } from '../../signals/node-limits.ts'
import { percent, perSecond, recentOf, sumOf } from '../../signals/points.ts'
import { citeFigure } from '../../signals/signal-finding.ts'
import { loadStep, trafficOf } from '../../signals/traffic.ts'

const SHARE_THAT_HURTS = 0.25
const ABOUT_PROCESSOR = /cpu|throttl|latenc|slow|p9\d|time ?out/i

export const cpuThrottled: Analyzer = (scene) => {
  const [worst, ...others] = scene.signals ? throttlingOf(scene.signals) : []
  if (!worst || worst.share < SHARE_THAT_HURTS) return []
  const alike = others.filter(({ container, share }) => container === worst.container && share >= SHARE_THAT_HURTS)
  return [throttled(scene, worst, alike.length + 1)]
}

function throttled(scene: Scene, { pod, container, share, figure }: Throttling, count: number): Finding {
  const { subject, cluster } = scene
  const [workload] = cluster?.target.workloads ?? []
  const load = replicaLoads(scene).loads.find((one) => one.pod === pod)
  const use = load ? ` It uses ${load.used} of its CPU limit of ${load.limit}.` : ''
  const described = cluster?.described.find((one) => one.pod.name === pod)
  const origin = filledIn(described, { container, part: 'limits', resource: 'cpu' }, scene.now)
  const isAsked = ABOUT_PROCESSOR.test(`${subject.alertName} ${subject.text}`)
  return fault({
    kind: 'cpu_throttled',
    statement: `Container ${container} of pod ${pod}${workload ? ` (${workload.kind} ${workload.name})` : ''} is throttled in ${percent(share)} of its CPU periods${count > 1 ? `, and ${count - 1} more of its replicas likewise` : ''}: its CPU limit is too low for what it does.${use}${origin?.sentence ?? ''}${sayDemand(scene)}`,
    evidence: [citeFigure(figure), load?.evidence, origin?.evidence],
    confidence: load ? 0.9 : 0.7,
    subject: {
      kind: workload?.kind ?? 'Pod',
      name: workload?.name ?? pod,
      ...(workload && { namespace: workload.namespace }),
    },
    weight: isAsked ? 'cause' : 'context',
    ...wayBack(scene),
    suggestions: [
      origin?.advice ??
        `Raise the CPU limit of container ${container}${load ? ` (now ${load.limit})` : ''}, or take it away and keep the request.`,
    ],
  })
}

function sayDemand({ signals, cluster }: Scene): string {
  const names = (cluster?.target.workloads ?? []).map(({ name }) => name)
  const traffic = signals && trafficOf(signals, names)
  const rate = traffic && recentOf({ points: sumOf(traffic.all) })
  if (!traffic || rate === undefined) return ''
  return loadStep(traffic)
    ? ` Requests have risen to ${perSecond(rate)}.`
    : ` Requests stand at ${perSecond(rate)}, as before.`
}

/** Only where the newest revision brought the limit down. */
function wayBack({ cluster, now, subject }: Scene): Gated {
  const [workload] = cluster?.target.workloads ?? []
  const guilty = cluster ? differencesIn(historyOf(cluster, workload), /limits\.cpu$/) : []
  if (!cluster || guilty.length === 0)
    return noAction(
      'A limit is a person’s to raise; a restart would meet the same limit, and more replicas are not needed for the same load.',
    )
  const why = `The newest revision lowered it: ${sayChanges(guilty)}.`
  return rollbackGate({ cluster, now }, { workload, since: subject.startedAt, guilty, why })
}
