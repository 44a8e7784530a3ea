/** A certificate that is refused, where only the error tracker or the central logs tell it: no pod's log was read. */
import { sayReason } from '../../cluster/logs/wordings.ts'
import { refusedCertificates } from '../../cluster/routes/refused-certificates.ts'
import { sayTime } from '../../cluster/saying/say.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import {
  type DatedCertificate,
  datedCertificates,
  type ReportedCertificate,
  reportedCertificates,
} from '../../signals/certificates.ts'
import { citeFigure, makeFinding } from '../../signals/signal-finding.ts'
import { whoIsMeasured } from '../../signals/who-is-measured.ts'

export const certificateReported: Analyzer = (scene) => {
  const { cluster, signals, now } = scene
  if (!signals || (cluster && refusedCertificates(cluster, now).length > 0)) return []
  const { names } = whoIsMeasured({ ...scene, cluster })
  const [first] = reportedCertificates(signals, { names, now })
  return first ? [refusedOf(scene, first)] : []
}

function refusedOf(scene: Scene, one: ReportedCertificate): Finding {
  const stored = storedOf(scene, one)
  const isEnded = stored !== undefined && stored.end <= scene.now
  const isExpired = one.reason === 'expired' || (one.reason === undefined && isEnded)
  const whose = one.host ?? (one.isOwn ? one.speaker : undefined)
  const until = isEnded ? sayTime(stored.end) : one.until
  return makeFinding({
    kind: isExpired ? 'certificate_expired' : 'certificate_refused',
    statement: `${whose === undefined ? `A certificate that ${one.speaker} meets` : `The certificate of ${whose}`} ${sayReason(isExpired ? 'expired' : one.reason)}${isExpired && until ? ` (it was valid until ${until})` : ''}: ${one.speaker} says "${one.words}"${one.since ? `, for the first time at ${sayTime(one.since)}` : ''} (seen ${one.count} times).`,
    evidence: [...one.evidence, ...(stored ? citeFigure(stored.figure) : [])],
    confidence: isExpired && (isEnded || one.evidence.length > 1) ? 0.85 : 0.75,
    subject: { kind: 'Certificate', name: whose ?? one.speaker },
    ...(one.since && { since: one.since }),
    explains: ['dependency_unreachable', 'failing_dependency', 'failing_service', 'release_regression', 'not_ready'],
    noActionReason:
      'A restart or a rollback meets the same certificate again; whoever issues it has to renew or replace it.',
    suggestions: [suggestionFor(whose, isExpired)],
  })
}

/** As measured at the server's own address. */
function storedOf({ signals }: Scene, { host }: ReportedCertificate): DatedCertificate | undefined {
  return host === undefined ? undefined : datedCertificates(signals).find(({ name }) => name.includes(host))
}

function suggestionFor(whose: string | undefined, isExpired: boolean): string {
  const of = whose === undefined ? '' : ` of ${whose}`
  return isExpired
    ? `Renew the certificate${of}, let its server load it, and let an alert tell of it weeks before its end.`
    : `See which certificate${of} is shown, who issued it and to which names, and whether those who refuse it know its issuer.`
}
