/**
 * Who speaks seldom and from outside the cluster: a calendar, a mail, an audit, an announcement. What he wrote days ago may
 * be the reason, or say that it is meant to be so. He is tied to the alert by the words he shares with it and with what was
 * seen near it: nobody gives him its name as a label.
 */
import type { Scene } from '../scene.ts'
import { clockTime } from '../signals/points.ts'
import { readLastWords } from '../signals/read-signal-scene.ts'
import { type SaidLine, saidLines } from '../signals/said-lines.ts'
import { citeLine } from '../signals/signal-finding.ts'
import type { Weighed } from '../weigh.ts'
import { entityOf } from './entity-of.ts'
import { clipped } from './fact.ts'
import type { Seen } from './look-through.ts'
import { wordsOf } from './telling-words.ts'
import { mineTemplates } from './templates.ts'

/** `isExpected` where what was announced is a trial, or was said to raise alerts. */
export type Voice = Weighed & { isAnnounced: boolean; isExpected: boolean }

const NEAR = 1.5
const FACTS_HEARD = 25
const STRONGEST = 8
/** Who says one thing more often is at work, and no voice from outside. */
const SELDOM = 3
const TOLD = 4
const LINES_OF_ONE = 2
const TIED = 2
/** Such a word of an announcement ties it alone. */
const OWN_WORD = 7
const MINUTE = 60_000
const LINE_MAX = 300

/** `began` where it is known better than by the alert. */
export function voicesOf(scene: Scene, seen: Seen, began = seen.onsetSeen): Voice[] {
  const lines = saidLines({ signals: { lines: scene.exhibits.flatMap(readLastWords) } })
  const known = wordsNear(scene, seen)
  const seldom = mineTemplates(lines).filter(({ lines: said }) => said.length <= SELDOM)
  const speakers = Map.groupBy(seldom, ({ speaker }) => speaker)
  const voices = [...speakers.values()].flatMap((templates) =>
    voicesOfOne(
      templates.flatMap(({ lines: said }) => said.at(-1) ?? []),
      known,
      { onset: seen.onset, began },
    ),
  )
  return voices.sort((one, other) => other.score - one.score).slice(0, TOLD)
}

type Times = { onset: Date; began: Date | undefined }

/** Who is tied by one of his lines is heard with the others too, the newest before the older. */
function voicesOfOne(lines: readonly SaidLine[], known: ReadonlySet<string>, { onset, began }: Times): Voice[] {
  const newest = Math.max(...lines.map(({ at }) => at?.getTime() ?? 0))
  const all = lines.flatMap((line) => {
    const shared = wordsOf([line.said, ...Object.values(line.labels ?? {})].join(' ')).filter((word) => known.has(word))
    const tie = tieOf(shared)
    const isTimely = began !== undefined && line.at !== undefined && isAround(line.at, began)
    const isAnnounced = line.at !== undefined && isAnnouncement(line.said, line.at, onset)
    return line.at ? [{ line, at: line.at, shared, isAnnounced, tie: tie + (isTimely ? 2 : 0) }] : []
  })
  const nearest = Math.max(0, ...all.map(({ tie }) => tie))
  return all
    .filter(
      ({ isAnnounced, shared }) => nearest >= TIED || (isAnnounced && shared.some((word) => word.length >= OWN_WORD)),
    )
    .map(({ line, at, shared, isAnnounced, tie }) => {
      const news = at.getTime() === newest ? 1 : 0
      return {
        ...said(line, at, onset),
        names: shared,
        isAnnounced,
        isExpected: isAnnounced && EXPECTED.test(line.said),
        score: tie + nearest / 2 + news + Number(isAnnounced),
      }
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, LINES_OF_ONE)
}

function tieOf(shared: readonly string[]): number {
  return shared.reduce((sum, word) => sum + (isParticular(word) ? 2 : 1), 0)
}

/** How much of a text is about what is known by these words. */
export function tieTo(known: ReadonlySet<string>, text: string): number {
  return tieOf(wordsOf(text).filter((word) => known.has(word)))
}

function said(line: SaidLine, at: Date, onset: Date) {
  const speaker = line.speaker === 'unknown' ? (entityOf(line.labels ?? {}) ?? line.speaker) : line.speaker
  const text = clipped(`${speaker} wrote at ${moment(at, onset)}: "${line.said}"`, LINE_MAX)
  return { lens: 'said' as const, entity: speaker, at, strength: 1, ring: 1, text, evidence: [citeLine(line)] }
}

function isAround(at: Date, onset: Date): boolean {
  const minutes = (onset.getTime() - at.getTime()) / MINUTE
  return minutes >= -5 && minutes <= 30
}

function moment(at: Date, onset: Date): string {
  const isFar = Math.abs(onset.getTime() - at.getTime()) > 18 * 60 * MINUTE
  return isFar ? `${at.toISOString().slice(0, 10)} ${clockTime(at)}` : clockTime(at)
}

/** Somebody said beforehand that it would be so. */
const PLANNED =
  /\b(?:planned|scheduled|announced?|announcement|maintenance|on purpose|deliberate(?:ly)?|season)\b|计划|维护|公告/i
/** Said long before, these announce; said minutes before, they tell of a change. */
const AGREED =
  /\b(?:approved|authori[sz]ed|exercise|drill|rehearsal|penetration test|pentest|expect|window|switched off)\b|\d\d?:\d\d\s?[-–]\s?\d\d?:\d\d|演练|批准/i

const EXPECTED =
  /\b(?:load|stress|performance|soak|chaos|penetration|failover|capacity)[- ]test|\b(?:pentest|exercise|drill|rehearsal)\b|\b(?:alert|alarm|page|warning|error)s?\b[^.;]{0,60}\b(?:expected|to be ignored)\b|\bexpect\w* (?:\w+ ){0,3}(?:alert|alarm|page|warning|error)s?\b|压测|压力测试|演练|预期.{0,6}告警/i

function isAnnouncement(said: string, at: Date, onset: Date): boolean {
  const hours = (onset.getTime() - at.getTime()) / (60 * MINUTE)
  return (hours >= 0 && PLANNED.test(said)) || (hours >= 1 && AGREED.test(said))
}

/** The words of the alert and of what was seen near it. */
export function wordsNear({ subject }: Scene, { facts, starts }: Seen): ReadonlySet<string> {
  const near = facts.filter(({ ring }, at) => ring <= NEAR || at < STRONGEST).slice(0, FACTS_HEARD)
  const texts = [subject.text, ...Object.values(subject.labels), ...starts, ...near.map(({ text }) => text)]
  return new Set(texts.flatMap(wordsOf))
}

/** A name of its own rather than a word of the language. */
function isParticular(word: string): boolean {
  return /[-_.]/.test(word) || /\d/.test(word)
}
