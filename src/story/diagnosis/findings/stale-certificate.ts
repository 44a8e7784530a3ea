/** A process that still shows a certificate it read at its start, while the Secret holds a newer one since. */
import type { DescribedPod, PodView, ReferenceView, Shown } from '../cluster/cluster-scene.ts'
import { noAction, restartGate } from '../cluster/gates.ts'
import { citeClue, citePart, lineOf } from '../cluster/quote.ts'
import { type RefusedCertificate, refusedCertificates } from '../cluster/refused-certificates.ts'
import { sayAgo, sayTime } from '../cluster/say-time.ts'
import { endIn } from '../cluster/tls-wordings.ts'
import { isLeaving, isSame, podsOf } from '../cluster/workload-pods.ts'
import { cite } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { datedCertificates } from '../signals/certificate-dates.ts'
import { citeFigure } from '../signals/signal-finding.ts'
import { fault } from './cluster-fault.ts'

export const staleCertificate: Analyzer = (scene) => {
  const { cluster, now } = scene
  if (!cluster) return []
  return refusedCertificates(cluster, now).flatMap((one) => {
    const [stale] = one.reason === 'wrong_name' ? [] : suspectsOf(scene, one).flatMap((pod) => staleIn(scene, one, pod))
    return stale ? [findingOf(scene, one, stale)] : []
  })
}

type Stale = {
  pod: Shown<PodView>
  startedAt: Date
  secret: ReferenceView
  described: Shown<DescribedPod>
  /** Of the same workload, started after the Secret was written. */
  younger: readonly Shown<PodView>[]
  /** What shows that a fresh process gets a good one; without it nothing is done. */
  proof: ReturnType<typeof proofOf>
}

/** The accused; where nothing tells the pods apart, all of them. */
function suspectsOf({ cluster }: Scene, { accused, server }: RefusedCertificate): readonly Shown<PodView>[] {
  if (accused.length > 0 || !cluster || !server) return accused
  return podsOf(cluster, server).filter((pod) => !isLeaving(pod) && pod.phase === 'Running')
}

const OF_CERTIFICATES = /tls|ssl|cert|pki|keystore|truststore|\bca\b/i

function staleIn(scene: Scene, one: RefusedCertificate, pod: Shown<PodView>): Stale[] {
  const cluster = scene.cluster
  const described = cluster?.described.find(
    (each) => isSame(each.pod, pod) || (pod.owner && each.pod.owner?.name === pod.owner.name),
  )
  const startedAt = startOf(pod, described)
  const secret = described?.references.find(
    ({ kind, name, usedBy, lastWrite }) =>
      kind === 'Secret' &&
      OF_CERTIFICATES.test([name, ...usedBy].join(' ')) &&
      lastWrite &&
      startedAt &&
      lastWrite > startedAt,
  )
  if (!cluster || !described || !startedAt || !secret?.lastWrite) return []
  const { lastWrite } = secret
  // A write after the first refusal is somebody's attempt at a cure; then a restart is what is missing all the same.
  const younger = (one.server ? podsOf(cluster, one.server) : []).filter(
    (other) => !isLeaving(other) && !isSame(other, pod) && (other.createdAt?.getTime() ?? 0) > lastWrite.getTime(),
  )
  return [{ pod, startedAt, secret, described, younger, proof: proofOf(scene, one, secret, younger) }]
}

/** A container that was started anew in the same pod has read it anew. */
function startOf(pod: PodView, described: DescribedPod | undefined): Date | undefined {
  const seen = described && isSame(described.pod, pod) ? described.pod : pod
  const starts = seen.containers.flatMap(({ running }) => running?.startedAt?.getTime() ?? [])
  return starts.length > 0 ? new Date(Math.min(...starts)) : pod.createdAt
}

/** Its own date in time to come, or a sibling that read the same Secret later and is not complained of. */
function proofOf(
  { signals, now, cluster }: Scene,
  { accused, namespace }: RefusedCertificate,
  secret: ReferenceView,
  younger: readonly Shown<PodView>[],
) {
  const here = datedCertificates(signals).filter((one) => one.namespace === namespace)
  const stored = here.find(({ name, figure }) => name === secret.name || figure.labels.secret_name === secret.name)
  if (stored && stored.end <= now) return undefined
  if (stored)
    return { told: `what is stored there is valid until ${sayTime(stored.end)}`, evidence: citeFigure(stored.figure) }
  const well = younger.find((pod) => accused.length > 0 && !accused.some((one) => isSame(one, pod)))
  const said =
    well &&
    cluster?.logs
      .filter((log) => isSame(log, well))
      .flatMap(({ lines, exhibit }) =>
        lines.filter(({ text }) => isLater(endIn(text), now)).map(({ text }) => ({ text, exhibit })),
      )[0]
  if (!well) return undefined
  return {
    told: `pod ${well.name}, which started after that, is not refused`,
    evidence: said ? [cite(said.exhibit, said.text)] : [cite(well.exhibit, JSON.stringify(well.name))],
  }
}

function isLater(end: string | undefined, now: Date): boolean {
  return end !== undefined && new Date(end).getTime() > now.getTime()
}

function findingOf({ cluster, now }: Scene, one: RefusedCertificate, stale: Stale): Finding {
  const { pod, startedAt, secret, described, proof } = stale
  const [first] = one.clues
  const last = one.telling
  const what =
    one.reason === 'expired'
      ? `an expired certificate${one.until ? ` (valid until ${one.until})` : ''}`
      : 'an old certificate'
  const why = `Pod ${pod.name} read Secret ${secret.name} when it started; a fresh process reads what is there now.`
  const alone = one.accused.length > 0 ? ' Only this pod is refused.' : ''
  return fault({
    kind: 'stale_certificate',
    statement: `Pod ${pod.namespace}/${pod.name} still shows ${what}: it started at ${sayTime(startedAt)}, and Secret ${secret.name} was renewed after that, at ${sayTime(secret.lastWrite)} (${sayAgo(secret.lastWrite, now)})${proof ? `; ${proof.told}` : ''}.${alone} Pod ${last.log.name} says: "${lineOf(last)}" (${one.clues.length} such lines).`,
    evidence: [citeClue(last), citePart(described.exhibit, secret.source), ...(proof?.evidence ?? [])],
    confidence: proof ? (one.accused.length > 0 ? 0.9 : 0.8) : 0.55,
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    ...(first.line.at && { since: first.line.at }),
    explains: proof
      ? [
          'certificate_expired',
          'certificate_refused',
          'dependency_unreachable',
          'failing_dependency',
          'failing_service',
          'release_regression',
          'not_ready',
        ]
      : [],
    ...(proof && cluster
      ? restartGate({ cluster, now, pod, why })
      : noAction(`Nothing shows that what Secret ${secret.name} holds now is valid, so no pod is restarted for it.`)),
    suggestions: [
      `Let ${one.server?.name ?? pod.name} read its certificate anew when Secret ${secret.name} changes; until then restart the pods that are older than ${sayTime(secret.lastWrite)}, one after the other.`,
    ],
  })
}
