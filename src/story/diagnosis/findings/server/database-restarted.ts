/** The server was away and is back: history, with its cause where the log tells it. */
import type { DatabaseScene } from '../../database/database-scene.ts'
import { figuresNamed, lastOf, pointsOf, quoteOfLast } from '../../database/server/figures.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { endingIn } from '../../database/server/operations.ts'
import { clockTime, lasting } from '../../database/session-words.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

const RECENT_SECONDS = 6 * 3600

export const databaseRestarted: Analyzer = (scene) => {
  const { database } = scene
  if (!database?.connections || !isAsked(database)) return []
  const began = beganAt(scene)
  return began === undefined ? [] : [findingOf(began, scene, database)]
}

/** The alert speaks of it, or clients were turned away as a server does that goes or comes. */
function isAsked({ topics, lines }: DatabaseScene): boolean {
  if (topics.has('restarted') || topics.has('down')) return true
  return (
    topics.has('errors') &&
    linesMatching(
      lines,
      /\b57P0[1-3]\b|the database system is (starting|shutting)|terminating connection due to administrator/i,
    ).length > 0
  )
}

type Began = { at: Date; evidence: Finding['evidence'] }

/** By the postmaster's own start, by the log, or by the gap in pg_up. */
function beganAt({ database, now }: Scene): Began | undefined {
  if (!database) return undefined
  const isRecent = (at: Date) => now.getTime() - at.getTime() < RECENT_SECONDS * 1000
  const start = figuresNamed(database.figures, /^pg_postmaster_start_time_seconds$/).find(
    (one) => lastOf(one) !== undefined,
  )
  const startedAt = start && new Date((lastOf(start) ?? 0) * 1000)
  if (start && startedAt && isRecent(startedAt))
    return { at: startedAt, evidence: [cite(start.exhibit, quoteOfLast(start))] }
  const ready = linesMatching(database.lines, /database system is ready to accept/i).at(-1)
  if (ready) return { at: new Date(ready.thing.at), evidence: [cite(ready.exhibit, ready.thing.line)] }
  return gapIn(database)
}

function gapIn({ figures }: DatabaseScene): Began | undefined {
  for (const figure of figuresNamed(figures, /^pg_up$/)) {
    const points = pointsOf(figure)
    const back = points.findLast(({ value }, index) => value === 1 && points[index - 1]?.value === 0)
    if (back && points.at(-1)?.value === 1)
      return { at: new Date(back.at * 1000), evidence: [cite(figure.exhibit, quoteOfLast(figure))] }
  }
  return undefined
}

function findingOf({ at, evidence }: Began, { now }: Scene, database: DatabaseScene): Finding {
  const { connections } = database
  const before = database.lines.filter(({ thing }) => Date.parse(thing.at) <= at.getTime() + 60_000)
  const ending = endingIn(before)
  return fault({
    kind: 'database_restarted',
    statement: `The database server was restarted ${lasting((now.getTime() - at.getTime()) / 1000)} ago (${clockTime(at.toISOString())}) and is healthy now: it answers and serves ${connections?.thing.sessions} sessions. ${ending ? `Before that ${ending.cause}: “${ending.line.thing.line.slice(0, 200)}”.` : 'Why it stopped could not be seen.'} It has recovered; nothing needs to be started.`,
    evidence: [
      evidence,
      connections && citeField(connections.exhibit, 'sessions', connections.thing.sessions),
      ending && cite(ending.line.exhibit, ending.line.thing.line),
    ],
    confidence: ending ? 0.9 : 0.8,
    situation: 'recovered',
    subject: { kind: 'Database', name: database.database },
    since: at,
    explains: ['failing_statements'],
    noActionReason: 'The server has come back by itself.',
    suggestions: ending ? [ending.advice] : ['Read the log from before the restart for the cause.'],
  })
}
