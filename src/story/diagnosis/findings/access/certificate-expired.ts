/** A certificate that has run out, is about to, or is not accepted: told by who refused it, or by its own date. */

import type { Clue } from '../../cluster/logs/log-clues.ts'
import { sayReason } from '../../cluster/logs/wordings.ts'
import { type RefusedCertificate, refusedCertificates } from '../../cluster/routes/refused-certificates.ts'
import { citeClue, lineOf, sayTime } from '../../cluster/saying/say.ts'
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
      subject: {
        kind: 'Certificate',
        name,
        ...(namespace !== undefined && { namespace }),
      },
      ...(isExpired && { since: end }),
      explains: isExpired ? [] : [],
      noActionReason: 'Only whoever issues it can renew a certificate; no step here would.',
      suggestions: [`Find out why certificate ${name} was not renewed, and renew it.`],
    }),
  ]
}
