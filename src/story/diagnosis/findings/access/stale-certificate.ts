/** A process that still shows a certificate it read at its start, while the Secret holds a newer one since. */
import type { DescribedPod, PodView, ReferenceView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction, restartGate } from '../../cluster/gates.ts'
import { isLeaving, isSame, podsOf } from '../../cluster/pods/workload-pods.ts'
import { records } from '../../cluster/reading/loose-fields.ts'
import { type RefusedCertificate, refusedCertificates } from '../../cluster/routes/refused-certificates.ts'
import { citeClue, citePart, lineOf, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { datedCertificates } from '../../signals/certificates.ts'
import { citeFigure } from '../../signals/signal-finding.ts'

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
  const certificates = (described?.references ?? []).filter(
    ({ kind, name, usedBy }) => kind === 'Secret' && OF_CERTIFICATES.test([name, ...usedBy].join(' ')),
  )
  const secret = certificates.find((each) => isRenewed(each, startOf(pod, described, each), scene.now))
  const startedAt = secret && startOf(pod, described, secret)
  if (!cluster || !described || !startedAt || !secret?.lastWrite) return []
  // Which of several it shows, nothing tells: one that is old in its Secret too would be read again.
  const isSure = certificates.every(
    (each) => isRenewed(each, startOf(pod, described, each), scene.now) && !hasEnded(scene, one, each),
  )
  const isOld = one.reason === 'expired' || one.accused.length > 0
  const proof = isSure && isOld ? proofOf(scene, one, secret) : undefined
  return [{ pod, startedAt, secret, described, proof }]
}

/** Written after the process began, and not in a time to come. */
function isRenewed({ lastWrite }: ReferenceView, startedAt: Date | undefined, now: Date): boolean {
  return lastWrite !== undefined && startedAt !== undefined && lastWrite > startedAt && lastWrite <= now
}

/** A container that was started anew in the same pod has read it anew; where none is known to mount it, the latest counts. */
function startOf(pod: PodView, described: DescribedPod | undefined, { usedBy }: ReferenceView): Date | undefined {
  const seen = described && isSame(described.pod, pod) ? described.pod : pod
  const users = seen.containers.filter(({ name }) => isUser(described, name, usedBy))
  const starts = (users.length > 0 ? users : seen.containers).flatMap(
    ({ running }) => running?.startedAt?.getTime() ?? [],
  )
  return starts.length > 0 ? new Date(Math.max(...starts)) : pod.createdAt
}

function isUser(described: DescribedPod | undefined, container: string, usedBy: readonly string[]): boolean {
  const mounts = records(described?.containers.find(({ name }) => name === container)?.source.volumeMounts)
  const volumes = usedBy.flatMap((use) => /^volume (\S+)/.exec(use)?.[1] ?? [])
  return (
    usedBy.some((use) => use.startsWith(`${container}: `)) || mounts.some(({ name }) => volumes.includes(`${name}`))
  )
}

function datedOf({ signals }: Scene, { namespace }: RefusedCertificate, { name }: ReferenceView) {
  const here = datedCertificates(signals).filter((one) => one.namespace === namespace)
  return here.find((one) => one.name === name || one.figure.labels.secret_name === name)
}

function hasEnded(scene: Scene, one: RefusedCertificate, secret: ReferenceView): boolean {
  const dated = datedOf(scene, one, secret)
  return dated !== undefined && dated.end <= scene.now
}

/** Its own date in time to come. */
function proofOf(scene: Scene, one: RefusedCertificate, secret: ReferenceView) {
  const stored = datedOf(scene, one, secret)
  if (!stored || stored.end <= scene.now) return undefined
  return { clause: `what is stored there is valid until ${sayTime(stored.end)}`, evidence: citeFigure(stored.figure) }
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
    statement: `Pod ${pod.namespace}/${pod.name} still shows ${what}: it started at ${sayTime(startedAt)}, and Secret ${secret.name} was renewed after that, at ${sayTime(secret.lastWrite)} (${sayAgo(secret.lastWrite, now)})${proof ? `; ${proof.clause}` : ''}.${alone} Pod ${last.log.name} says: "${lineOf(last)}" (${one.clues.length} such lines).`,
    evidence: [citeClue(last), citePart(described.exhibit, secret.source), proof?.evidence],
    confidence: proof ? (one.accused.length > 0 ? 0.9 : 0.8) : 0.55,
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    since: first.line.at,
    explains: proof
      ? ['certificate_expired', 'certificate_refused', 'failing_dependency', 'release_regression', 'not_ready']
      : [],
    ...(proof && cluster
      ? restartGate({ cluster, now, pod, why })
      : noAction(
          `Nothing shows that what is refused comes from Secret ${secret.name} and that what it holds now is valid, so no pod is restarted for it.`,
        )),
    suggestions: [
      `Let ${one.server?.name ?? pod.name} read its certificate anew when Secret ${secret.name} changes; until then restart the pods that are older than ${sayTime(secret.lastWrite)}, one after the other.`,
    ],
  })
}
