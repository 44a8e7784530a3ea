/** A pod that is not what its template says, because an admission webhook rewrote it on the way in. */
import type { Difference, WebhookView } from '../../cluster/cluster-scene.ts'
import { isDefaulted } from '../../cluster/placement/filled-in.ts'
import { citePart } from '../../cluster/saying/say.ts'
import { sayChange } from '../../cluster/saying/say-change.ts'
import { type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import { objectOf } from '../cluster-fault.ts'

/** A side-car that is put beside the others is what such webhooks are for. */
const ADDED_CONTAINER = /^spec\.containers\[[^\]]+\]$/

export const rewrittenPod: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const { described } = one
    const differences = (described?.rewritten ?? []).filter(
      (difference) => !ADDED_CONTAINER.test(difference.field) && !(described && isDefaulted(difference, described)),
    )
    const telling = differences.filter((difference) => isTheMatter(difference, one))
    const webhooks = (described?.webhooks ?? []).filter(({ kind }) => kind === 'MutatingWebhookConfiguration')
    return telling.length > 0 ? [rewritten(one, telling, webhooks)] : []
  })

/** Only what has to do with how the pod fails. */
function isTheMatter({ field }: Difference, { pod }: PodInQuestion): boolean {
  const states = [...pod.initContainers, ...pod.containers]
  const wasKilled = states.some(({ last, terminated }) => [last, terminated].some((end) => end?.reason === 'OOMKilled'))
  if (/resources/.test(field)) return wasKilled || pod.phase === 'Pending'
  if (/\.image$/.test(field))
    return states.some(({ waiting }) => /Image/.test(waiting?.reason ?? '')) || states.some(({ last }) => last)
  return states.some(({ last, terminated }) => last !== undefined || terminated !== undefined)
}

function rewritten(one: PodInQuestion, differences: readonly Difference[], webhooks: readonly WebhookView[]): Finding {
  const { pod, workload, described } = one
  const exhibit = described?.exhibit ?? pod.exhibit
  const by = webhooks.map(({ configuration, webhook }) => `${configuration} (${webhook})`).join(', ')
  return fault({
    kind: 'webhook_rewrites_pod',
    statement: `Pod ${pod.name} does not run with what its template says: ${differences.map(sayChange).join('; ')}. ${by === '' ? 'Something rewrote it when it was created' : `The mutating admission webhook ${by} rewrites pods of this namespace when they are created`}, so neither a rollback nor a change of the template helps while it does.`,
    evidence: [
      differences.slice(0, 2).map(({ field, from, to }) => cite(exhibit, JSON.stringify({ field, from, to }))),
      webhooks.slice(0, 2).map(({ source }) => citePart(exhibit, source)),
    ],
    confidence: webhooks.length > 0 ? 0.9 : 0.5,
    // Without a webhook to be seen it may as well have been resized by hand.
    weight: webhooks.length > 0 ? 'cause' : 'context',
    subject: objectOf(pod, workload),
    since: pod.createdAt,
    ...(webhooks.length > 0 && {
      explains: [
        'out_of_memory',
        'configuration_error',
        'image_not_found',
        'crash_loop',
        'bad_revision',
        'liveness_fails',
      ],
    }),
    noActionReason:
      'The webhook would rewrite every new pod in the same way; its configuration must be corrected first.',
    suggestions: [
      `Correct the admission webhook ${by === '' ? 'that rewrites these pods' : by}, or exclude this workload from it.`,
    ],
  })
}
