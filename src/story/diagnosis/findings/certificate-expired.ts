/** A certificate that has run out, or is about to: told by who was refused because of it, or by its own date. */
import { type Clue, cluesOf } from '../cluster/log-clues.ts'
import { readHost } from '../cluster/log-host.ts'
import { citeClue, lineOf } from '../cluster/quote.ts'
import { sayTime } from '../cluster/say-time.ts'
import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { lastOf } from '../signals/points.ts'
import { citeFigure, told } from '../signals/signal-finding.ts'
import type { Figure } from '../signals/signal-scene.ts'

const DAY = 24 * 3_600_000
const SOON_DAYS = 21
const EXPIRED = /expired|not yet valid|CERT_HAS_EXPIRED|is after \d{4}-/i

export const certificateExpired: Analyzer = (scene) => {
  const clues = (scene.cluster?.logs ?? []).flatMap(cluesOf).filter((clue) => isStillRefused(clue, scene))
  const complained = byHost(clues).map((group) => refused(scene, group))
  return complained.length > 0 ? complained : datesOf(scene).flatMap((one) => dated(scene, one))
}

const FRESH = 30 * 60_000
const NEAR_END_LINES = 10

/** Many lines of other things since then mean that it passed. */
function isStillRefused({ kind, line, fromEnd }: Clue, { now }: Scene): boolean {
  const isFresh = line.at !== undefined && now.getTime() - line.at.getTime() < FRESH
  return kind === 'certificate' && (isFresh || fromEnd < NEAR_END_LINES)
}

/** One finding for each host whose certificate is refused. */
function byHost(clues: readonly Clue[]): (readonly [Clue, ...Clue[]])[] {
  const groups = Map.groupBy(clues, (clue) => hostOf(clue) ?? clue.log.name)
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []))
}

/** Its own end of a broken handshake names only an address; the other end names the host. */
function hostOf({ host, line }: Clue): string | undefined {
  const name = host?.name ?? readHost(line.text)?.name
  return name === undefined || /^[\d.]+$/.test(name) ? undefined : name
}

function refused(scene: Scene, clues: readonly [Clue, ...Clue[]]): Finding {
  const [first] = clues
  const last = clues.at(-1) ?? first
  const host = hostOf(first)
  const isExpired = clues.some(({ line }) => EXPIRED.test(line.text))
  const until = /is after (\d{4}-\d\d-\d\dT[\d:]+Z)/.exec(last.line.text)?.[1]
  const whose = host === undefined ? `A certificate that pod ${first.log.name} meets` : `The certificate of ${host}`
  const [ready] = notReady(scene)
  const renewal = ready ? ` Certificate ${ready.labels.name} is not ready, so its renewal has failed.` : ''
  return told({
    kind: isExpired ? 'certificate_expired' : 'certificate_refused',
    statement: `${whose} ${isExpired ? `has expired${until ? ` (it was valid until ${until})` : ''}` : 'is refused'}: pod ${first.log.name} says "${lineOf(last)}"${first.line.at ? `, for the first time at ${sayTime(first.line.at)}` : ''} (${clues.length} such lines seen).${renewal}${sayRenewalEvents(scene)}`,
    evidence: [citeClue(last), ...(ready ? citeFigure(ready) : [])],
    confidence: isExpired ? 0.9 : 0.75,
    subject: { kind: 'Certificate', name: host ?? first.log.name },
    ...(first.line.at && { since: first.line.at }),
    explains: ['dependency_unreachable', 'failing_dependency', 'failing_service', 'release_regression', 'not_ready'],
    noActionReason:
      'A restart or a rollback loads the same certificate again; it has to be renewed by a person or by whoever issues it.',
    suggestions: [
      `Renew the certificate${host === undefined ? '' : ` of ${host}`}, and let an alert tell of it weeks before its end.`,
    ],
  })
}

function notReady({ signals }: Scene): Figure[] {
  return (signals?.figures ?? []).filter(
    (figure) =>
      figure.name === 'certmanager_certificate_ready_status' &&
      figure.labels.condition === 'False' &&
      lastOf(figure) === 1,
  )
}

function sayRenewalEvents({ cluster }: Scene): string {
  const event = cluster?.events.findLast(
    ({ kind, isWarning }) => isWarning && /^Certificate(Request)?$|^Order$|^Challenge$/.test(kind),
  )
  return event ? ` ${event.kind} ${event.name}: "${event.message}".` : ''
}

type Dated = { figure: Figure; name: string; end: Date }

function datesOf({ signals }: Scene): Dated[] {
  const figures = (signals?.figures ?? []).filter(
    ({ family, name }) => family === 'certificate' && name !== 'certmanager_certificate_ready_status',
  )
  return figures.flatMap((figure) => {
    const seconds = lastOf(figure)
    const { name, exported_name: exported, secret_name: secret, instance } = figure.labels
    return seconds === undefined || seconds <= 0
      ? []
      : [{ figure, name: exported ?? name ?? secret ?? instance ?? 'unknown', end: new Date(seconds * 1000) }]
  })
}

function dated({ now }: Scene, { figure, name, end }: Dated): Finding[] {
  const left = end.getTime() - now.getTime()
  if (left > SOON_DAYS * DAY) return []
  const isExpired = left <= 0
  return [
    told({
      kind: isExpired ? 'certificate_expired' : 'certificate_expiring',
      statement: isExpired
        ? `Certificate ${name} has expired: it was valid until ${sayTime(end)}.`
        : `Certificate ${name} is still valid, but expires on ${sayTime(end)}, in ${Math.max(1, Math.round(left / DAY))} days, and has not been renewed.`,
      evidence: citeFigure(figure),
      confidence: isExpired ? 0.85 : 0.8,
      subject: {
        kind: 'Certificate',
        name,
        ...(figure.labels.namespace !== undefined && { namespace: figure.labels.namespace }),
      },
      ...(isExpired && { since: end }),
      explains: isExpired ? ['failing_service'] : [],
      noActionReason: 'Only whoever issues it can renew a certificate; no step here would.',
      suggestions: [`Find out why certificate ${name} was not renewed, and renew it.`],
    }),
  ]
}
