/** What is known of a failing service where nothing tells why: since when, how much of it, and in its own words. */
import type { Analyzer } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { failureChain } from '../signals/failure-chain.ts'
import { onsetsOf } from '../signals/fault-onset.ts'
import { groupLines, wordsOf } from '../signals/said-lines.ts'
import { citeFigure, citeLine, told } from '../signals/signal-finding.ts'
import { percent } from '../signals/told-figures.ts'
import { failingShare, trafficOf } from '../signals/traffic.ts'

const SHARE_WORTH_TELLING = 0.01

export const failingService: Analyzer = (scene) => {
  const [front] = failureChain(scene)
  // Of a pod that does not run its own state tells more.
  if (!front || front.troubled || front.hasNoReplicas) return []
  const names = namesOf(scene, front.name)
  const [onset] = onsetsOf(scene, { names, isSubject: true })
  const traffic = scene.signals && trafficOf(scene.signals, names)
  const share = traffic && failingShare(traffic)
  const [worst] = groupLines(front.errors)
  const isFailing = share !== undefined && share >= SHARE_WORTH_TELLING
  if (!worst && !isFailing && !onset) return []
  const parts = [
    ...(isFailing ? [`${percent(share)} of its requests fail`] : []),
    ...(onset ? [onset.told] : []),
    ...(worst ? [`its log says "${wordsOf(worst.first)}" (${worst.lines.length} such lines seen)`] : []),
  ]
  return [
    told({
      kind: 'failing_service',
      statement: `${front.name} does not work as it should: ${parts.join('; ')}.`,
      evidence: [
        ...(onset?.evidence ?? []),
        ...(worst ? [citeLine(worst.first)] : []),
        ...(isFailing ? (traffic?.failing ?? []) : []).slice(0, 1).flatMap((figure) => citeFigure(figure)),
      ],
      confidence: 0.45,
      subject: {
        kind: front.workload?.kind ?? 'Service',
        name: front.name,
        ...(front.workload && { namespace: front.workload.namespace }),
      },
      weight: 'symptom',
      ...(onset && { since: onset.at }),
      noActionReason: 'What was seen does not tell the cause, so nothing should be changed.',
    }),
  ]
}

function namesOf({ subject }: Scene, name: string): readonly [string, ...string[]] {
  return subject.service === undefined ? [name] : [name, subject.service]
}
