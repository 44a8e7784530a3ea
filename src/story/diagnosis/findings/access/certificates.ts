/**
 * Certificates that have run out, are about to, are not accepted, or are still shown by a process that read them
 * before they were renewed.
 */
import type { DescribedPod, PodView, ReferenceView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction, restartGate } from '../../cluster/gates.ts'
import type { Clue } from '../../cluster/logs/log-clues.ts'
import { sayReason } from '../../cluster/logs/wordings.ts'
import { isSame, runningPods } from '../../cluster/pods/workload-pods.ts'
import { records } from '../../cluster/reading/loose-fields.ts'
import { type RefusedCertificate, refusedCertificates } from '../../cluster/routes/refused-certificates.ts'
import { citeClue, citePart, lineOf, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { type Analyzer, type Finding, fault, type ObjectName } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import {
  type DatedCertificate,
  datedCertificates,
  placeOf,
  reportedCertificates,
  unreadyCertificates,
} from '../../signals/certificates.ts'
import { citeFigure } from '../../signals/signal-finding.ts'
import type { Figure } from '../../signals/signal-scene.ts'
import { whoIsMeasured } from '../../signals/who-is-measured.ts'

const DAY = 24 * 3_600_000
const SOON_DAYS = 21

export const certificateExpired: Analyzer = (scene) => {
  const refused = scene.cluster ? refusedCertificates(scene.cluster, scene.now) : []
  return refused.length > 0
    ? refused.map((one) => refusedOf(scene, one))
    : datedCertificates(scene.signals)
        .filter((one) => !isReported(scene, one))
        .flatMap((one) => dated(scene, one))
}

/** Whoever is refused because of it tells more than its date, and tells the date too. */
function isReported({ signals, now, ...scene }: Scene, { name }: DatedCertificate): boolean {
  const { names } = whoIsMeasured({ cluster: undefined, ...scene })
  const reported = signals ? reportedCertificates(signals, { names, now }) : []
  return reported.some(({ host }) => host !== undefined && name.includes(host))
}

function refusedOf(scene: Scene, one: RefusedCertificate): Finding {
  const { clues, host, server, accused } = one
  const [first] = clues
  const last = one.telling
  const stored = storedOf(scene, one)
  const ready = unreadyIn(scene, one)
  const isEnded = stored !== undefined && stored.end <= scene.now
  const isExpired = one.reason === 'expired' || (one.reason === undefined && isEnded)
  const reason = isExpired ? 'expired' : one.reason
  const until = one.until ?? (isEnded ? sayTime(stored.end) : undefined)
  const when = first.line.at ? `, for the first time at ${sayTime(first.line.at)}` : ''
  const renewal = ready ? ` Certificate ${ready.labels.name} is not ready, so its renewal has failed.` : ''
  return fault({
    kind: isExpired ? 'certificate_expired' : 'certificate_refused',
    statement: `${sayWhose(one)} ${sayReason(reason)}${isExpired && until ? ` (it was valid until ${until})` : ''}: pod ${last.log.name} says "${lineOf(last)}"${when} (${clues.length} such lines seen).${sayAccused(one)}${sayStored(stored, scene, one)}${renewal}${sayRenewalEvents(scene)}`,
    evidence: [citeClue(last), otherEnd(clues, last), stored && citeFigure(stored.figure), ready && citeFigure(ready)],
    confidence: isExpired ? (accused.length > 0 ? 0.75 : 0.9) : 0.75,
    subject: subjectOf(one),
    since: first.line.at,
    explains: ['failing_dependency', 'release_regression', 'not_ready'],
    noActionReason: isEnded
      ? 'A restart or a rollback loads the same certificate again; it has to be renewed by a person or by whoever issues it.'
      : 'Nothing shows that a fresh process would get another certificate; whoever issues it has to see to it.',
    suggestions: [suggestionFor(host ?? server?.name, isExpired)],
  })
}

function sayWhose({ host, address, server, clues: [first] }: RefusedCertificate): string {
  if (host !== undefined) return `The certificate of ${host}`
  if (!server && address !== undefined) return `The certificate shown at ${address}`
  return server
    ? `The certificate that ${server.kind} ${server.namespace}/${server.name} shows`
    : `A certificate that pod ${first.log.name} meets`
}

function subjectOf({ host, address, server, clues: [first] }: RefusedCertificate): ObjectName {
  return {
    kind: 'Certificate',
    ...(server && { namespace: server.namespace }),
    name: host ?? server?.name ?? address ?? first.log.name,
  }
}

/** Those who refuse it and those whom it is refused to are two witnesses. */
function otherEnd(clues: readonly Clue[], last: Clue) {
  const other = clues.find(({ log }) => log.namespace !== last.log.namespace || log.container !== last.log.container)
  return other ? [citeClue(other)] : []
}

function sayAccused({ accused, server }: RefusedCertificate): string {
  return accused.length > 0
    ? ` Only ${accused.map(({ name }) => `pod ${name}`).join(', ')} of ${server?.name} shows it; the others do not.`
    : ''
}

/** What is kept for the server: its own by name, or the only one of its namespace. */
function storedOf({ signals }: Scene, { namespace, server, host }: RefusedCertificate): DatedCertificate | undefined {
  const here = datedCertificates(signals).filter((one) => namespace !== undefined && one.namespace === namespace)
  const names = [server?.name, host?.split('.')[0]].filter((one) => one !== undefined)
  return here.find(({ name }) => names.some((one) => name.includes(one))) ?? (here.length === 1 ? here[0] : undefined)
}

function sayStored(stored: DatedCertificate | undefined, { now }: Scene, { reason }: RefusedCertificate): string {
  if (!stored) return ''
  if (stored.end <= now) return ` Certificate ${stored.name} ended at ${sayTime(stored.end)}.`
  return reason === 'expired'
    ? ` Certificate ${stored.name}, as it is stored now, is valid until ${sayTime(stored.end)}: what is served is an older one.`
    : ''
}

function unreadyIn({ signals }: Scene, { namespace }: RefusedCertificate): Figure | undefined {
  const all = unreadyCertificates(signals)
  return all.find((figure) => placeOf(figure) === namespace) ?? (namespace === undefined ? all[0] : undefined)
}

function suggestionFor(whose: string | undefined, isExpired: boolean): string {
  const of = whose === undefined ? '' : ` of ${whose}`
  return isExpired
    ? `Renew the certificate${of}, and let an alert tell of it weeks before its end.`
    : `See which certificate${of} is shown, who issued it and to which names, and whether those who refuse it know its issuer.`
}

function sayRenewalEvents({ cluster }: Scene): string {
  const event = cluster?.events.findLast(
    ({ kind, isWarning }) => isWarning && /^Certificate(Request)?$|^Order$|^Challenge$/.test(kind),
  )
  return event ? ` ${event.kind} ${event.name}: "${event.message}".` : ''
}

function dated({ now, signals }: Scene, { figure, name, end, namespace }: DatedCertificate): Finding[] {
  const left = end.getTime() - now.getTime()
  if (left > SOON_DAYS * DAY) return []
  const isExpired = left <= 0
  const ready = unreadyCertificates(signals).find(({ labels }) => labels.name === name)
  return [
    fault({
      kind: isExpired ? 'certificate_expired' : 'certificate_expiring',
      statement: isExpired
        ? `Certificate ${name} has expired: it was valid until ${sayTime(end)}.${ready ? ' It is not ready, so its renewal has failed.' : ''}`
        : `Certificate ${name} is still valid, but expires on ${sayTime(end)}, in ${Math.max(1, Math.round(left / DAY))} days, and has not been renewed.`,
      evidence: [citeFigure(figure), ready && citeFigure(ready)],
      confidence: isExpired ? 0.85 : 0.8,
      subject: { kind: 'Certificate', name, ...(namespace !== undefined && { namespace }) },
      ...(isExpired && { since: end }),
      explains: [],
      noActionReason: 'Only whoever issues it can renew a certificate; no step here would.',
      suggestions: [`Find out why certificate ${name} was not renewed, and renew it.`],
    }),
  ]
}

// A process that still shows a certificate it read at its start, while the Secret holds a newer one since.

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
  return runningPods(cluster, server)
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
  const { end } = datedOf(scene, one, secret) ?? {}
  return end !== undefined && end <= scene.now
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
