/** Certificates that figures and logs report, and when they end. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { withoutOutsideText } from '../cluster/logs/log-clues.ts'
import { readHost } from '../cluster/logs/log-host.ts'
import { CERTIFICATE_REFUSED, endIn, reasonIn } from '../cluster/logs/wordings.ts'
import { record, text } from '../cluster/reading/loose-fields.ts'
import { isOwnCertificate } from '../cluster/routes/refused-certificates.ts'
import { cite, type Exhibit } from '../evidence.ts'
import { lastOf } from './points.ts'
import { exceptionsOf, projectOf } from './read-signal-scene.ts'
import { saidLines, wordsOf } from './said-lines.ts'
import type { Figure, IssueView, SignalScene } from './signal-scene.ts'

/** Certificates that are refused, as the error tracker and the central logs tell it: whose, why, how often, by whom. */
type ReportedCertificate = {
  /** As who refuses it calls its owner. */
  host: string | undefined
  reason: ReturnType<typeof reasonIn>
  until: string | undefined
  /** Who tells of it: a program by its name, or the issue. */
  speaker: string
  /** It is the speaker's own, which others refuse. */
  isOwn: boolean
  words: string
  count: number
  since: Date | undefined
  evidence: readonly EvidenceReference[]
}

type ReportingLine = { said: string; text: string; at: Date | undefined; speaker: string; exhibit: Exhibit }

const FRESH = 30 * 60_000

/** Those whose trouble it is: a neighbour's certificate is another matter. */
type Whose = { names: readonly string[]; now: Date }

/** Still refused only; the most often told first. */
export function reportedCertificates(signals: SignalScene, { names, now }: Whose): ReportedCertificate[] {
  const isFresh = (at: Date | undefined) => at !== undefined && now.getTime() - at.getTime() < FRESH
  const speakers = [...names, ...(signals.issue ? projectOf(signals.issue) : [])]
  const lines = saidLines({ signals }).filter(
    ({ said, speaker }) => speakers.includes(speaker) && CERTIFICATE_REFUSED.test(said),
  )
  const groups = [...Map.groupBy(lines, keyOf).values()].filter((group) => isFresh(group.at(-1)?.at))
  const logged = groups.flatMap((group) => ofLines(group)).sort((one, other) => other.count - one.count)
  const issue = signals.issue && isFresh(signals.issue.lastSeen) ? ofIssue(signals.issue) : []
  return joined(logged, issue)
}

/** One and the same thing, told at two places. */
function joined(logged: readonly ReportedCertificate[], issue: readonly ReportedCertificate[]): ReportedCertificate[] {
  const [tracked] = issue
  if (!tracked) return [...logged]
  const same = logged.find(({ host, isOwn }) => !isOwn && (tracked.host === undefined || host === tracked.host))
  if (!same) return [tracked, ...logged]
  const merged = { ...same, evidence: [...same.evidence, ...tracked.evidence] }
  return [merged, ...logged.filter((one) => one !== same)]
}

function keyOf({ said, speaker }: Pick<ReportingLine, 'said' | 'speaker'>): string {
  return isOwnCertificate(said) ? `own ${speaker}` : (nameIn(said) ?? `met by ${speaker}`)
}

/** A mere address is no name anybody knows. */
function nameIn(said: string): string | undefined {
  const name = readHost(said)?.name
  return name === undefined || /^[\d.]+$/.test(name) ? undefined : name
}

function ofLines(group: readonly ReportingLine[]): ReportedCertificate[] {
  const [first, telling] = [group[0], group.findLast(({ said }) => reasonIn(said) !== undefined) ?? group.at(-1)]
  if (!first || !telling) return []
  return [
    {
      ...readings(group.map(({ said }) => said)),
      speaker: telling.speaker,
      words: wordsOf(telling),
      count: group.length,
      since: first.at,
      evidence: [cite(telling.exhibit, telling.text)],
    },
  ]
}

const WORDS_MAX = 240

function readings(texts: readonly string[]): Pick<ReportedCertificate, 'host' | 'reason' | 'until' | 'isOwn'> {
  const isOwn = texts.some(isOwnCertificate)
  const reasons = texts.flatMap((one) => reasonIn(one) ?? [])
  return {
    host: isOwn ? undefined : texts.flatMap((one) => nameIn(one) ?? [])[0],
    reason: reasons.includes('expired') ? 'expired' : reasons[0],
    until: texts.flatMap((one) => endIn(one) ?? []).at(-1),
    isOwn,
  }
}

/** The exception as the program raised it says what, and the longer message of the event often with whom. */
function ofIssue({ id, source, count, firstSeen, exhibit }: IssueView): ReportedCertificate[] {
  const event = record(source.latestEvent)
  const values = [record(source.metadata), ...exceptionsOf(event)].map(({ value }) => text(value))
  const texts = [...values, text(event.message), text(source.title)].flatMap((one) => {
    const said = one === undefined ? undefined : withoutOutsideText(one)
    return said !== undefined && CERTIFICATE_REFUSED.test(said) ? [said] : []
  })
  const [first] = texts
  if (first === undefined) return []
  const words = texts.find((one) => nameIn(one) !== undefined) ?? first
  const evidence = [cite(exhibit, words)]
  return [
    { ...readings(texts), speaker: `issue ${id}`, words: words.slice(0, WORDS_MAX), count, since: firstSeen, evidence },
  ]
}

/** When certificates end and whether they are ready, as metrics tell it. */
export type DatedCertificate = { figure: Figure; name: string; namespace: string | undefined; end: Date }

const READY = 'certmanager_certificate_ready_status'

export function datedCertificates(signals: SignalScene | undefined): DatedCertificate[] {
  return certificateFigures(signals)
    .filter(({ name }) => name !== READY)
    .flatMap((figure) => {
      const end = endOf(figure)
      const { name, exported_name: exported, secret_name: secret, instance } = figure.labels
      const called = exported ?? name ?? secret ?? instance ?? 'unknown'
      return end === undefined ? [] : [{ figure, name: called, namespace: placeOf(figure), end }]
    })
}

/** Some tell the moment it ends, in seconds since 1970, others what is left until then. */
const TIME_LEFT = /_(in|left|remaining|until)(_(seconds|days))?$/
const FIRST_MOMENT_SECONDS = 1e9

function endOf({ name = '', points }: Figure): Date | undefined {
  const last = points.at(-1)
  if (last === undefined) return undefined
  if (TIME_LEFT.test(name)) return new Date(last.at + last.value * (name.endsWith('_days') ? DAY_MS : 1_000))
  return last.value < FIRST_MOMENT_SECONDS ? undefined : new Date(last.value * 1_000)
}

const DAY_MS = 24 * 3_600_000

export function unreadyCertificates(signals: SignalScene | undefined): Figure[] {
  return certificateFigures(signals).filter(
    (figure) => figure.name === READY && figure.labels.condition === 'False' && lastOf(figure) === 1,
  )
}

function certificateFigures(signals: SignalScene | undefined): Figure[] {
  return (signals?.figures ?? []).filter(({ family }) => family === 'certificate')
}

/** Who measures puts his own namespace first where labels are not honoured. */
export function placeOf({ labels }: Figure): string | undefined {
  return labels.exported_namespace ?? labels.namespace
}
