/** Whoever waits is checked against the causes that are proven, and becomes part of the incident that leads one of them. */
import { SAME_NAME } from '../../story/incident/gathering.ts'
import { tellingRank, tieOfObject, tiesOf } from '../../story/incident/ties.ts'
import { type Companion, LABELS_OF, readLabels } from './company-records.ts'
import type { Connection } from './database.ts'
import { ASKED_ONCE } from './one-moment.ts'
import { attachParts } from './part-records.ts'
import { textArrays } from './text-array.ts'

/** So many at a time: nobody else takes anything up meanwhile. */
const BATCH = 1_000
/** What was seen longer ago may not be so any more; whoever comes later is looked at. */
const FRESH = `interval '15 minutes'`

/** `mayYield`: who leads only suffers from it, and would follow whoever names the object at fault. */
type Cause = { leaderId: string; kind: string; object: string; reach: readonly string[]; mayYield: boolean }
type Match = Companion & { cause: Cause; shared: string }

/**
 * `nextTime` are those that belong to somebody and could not be joined now: nobody is to diagnose them meanwhile. `leading`
 * are those that are to be diagnosed after all.
 */
type Joined = { joined: ReadonlySet<string>; nextTime: ReadonlySet<string>; leading: ReadonlySet<string> }

/**
 * Who waits and speaks of nobody but whom a proven cause reaches becomes part of its incident. It may be worse than its
 * leader, which becomes as bad. Whom a person has set free is left alone.
 */
export async function joinCauses(
  connection: Connection,
  company: readonly Companion[],
  causes: readonly Cause[],
): Promise<Joined> {
  const waiting = company.filter(({ isPending, standsAlone }) => isPending && !standsAlone)
  const found = matchesOf(waiting, causes)
  const leading = whoMayLead(found, company)
  const matches = found.filter(({ id }) => !leading.has(id))
  const reached = await keepReached(connection, matches.slice(0, BATCH))
  const joined = new Set<string>()
  for (const [leaderId, ofLeader] of Map.groupBy(reached, ({ cause }) => cause.leaderId))
    for (const id of await joinLeader(connection, leaderId, ofLeader)) joined.add(id)
  const left = [...reached.filter(({ id }) => !joined.has(id)), ...matches.slice(BATCH)]
  return { joined, nextTime: new Set(left.map(({ id }) => id)), leading }
}

/** The oldest first. */
export async function readCauses(connection: Connection): Promise<Cause[]> {
  type Row = { leader_id: string; kind: string; object: string; reach: string; may_yield: boolean }
  const { rows } = await connection.query<Row>(
    `SELECT leader.id AS leader_id, cause.kind, cause.object, array_to_json(cause.reach)::text AS reach,
            NOT cause.is_near AND NOT leader.stands_alone AND leader.status IN ('awaiting_approval', 'escalated') AS may_yield
       FROM incident_causes AS cause JOIN incidents AS leader ON leader.id = cause.incident_id
      WHERE cause.at > ${ASKED_ONCE} - ${FRESH} AND leader.part_of IS NULL
        AND leader.status IN ('awaiting_approval', 'executing', 'verifying', 'escalated')
      ORDER BY leader.seq`,
  )
  return rows.map(({ leader_id: leaderId, kind, object, reach, may_yield: mayYield }) => ({
    leaderId,
    kind,
    object,
    reach: JSON.parse(reach) as string[],
    mayYield,
  }))
}

/** By name, so that it costs the same however many causes there are. Of several the oldest. */
function matchesOf(waiting: readonly Companion[], causes: readonly Cause[]): Match[] {
  const byTie = new Map<string, number>()
  for (const [place, { reach }] of causes.entries())
    for (const name of reach) if (!byTie.has(name)) byTie.set(name, place)
  return waiting.flatMap((one) => {
    const { ties } = one
    const oldest = Math.min(...ties.flatMap((name) => byTie.get(name) ?? []))
    const cause = causes[oldest]
    const shared = ties.find((name) => byTie.get(name) === oldest)
    return cause && shared !== undefined ? [{ ...one, cause, shared }] : []
  })
}

/**
 * The one nearest the cause is to lead, so the first that is about the object at fault itself is diagnosed after all, one at
 * a time.
 */
function whoMayLead(matches: readonly Match[], company: readonly Companion[]): ReadonlySet<string> {
  const isAbout = ({ ties }: Companion, own: string) => ties.includes(own) && tellingRank(ties) === tellingRank([own])
  const ofCauses = Map.groupBy(matches, ({ cause }) => cause)
  return new Set(
    [...ofCauses].flatMap(([{ object, mayYield }, ofCause]) => {
      const own = tieOfObject(object)
      if (!mayYield || own === undefined) return []
      if (company.some((one) => !one.isPending && isAbout(one, own))) return []
      return ofCause.find((one) => isAbout(one, own))?.id ?? []
    }),
  )
}

/** One notification may tell of several things; one of them that the cause does not reach deserves a look of its own. */
async function keepReached(connection: Connection, matches: readonly Match[]): Promise<Match[]> {
  if (matches.length === 0) return []
  const { rows } = await connection.query<{ id: string; labels: string }>(
    `SELECT id, ${LABELS_OF} AS labels FROM unnest($1::text[]) AS given (id)`,
    textArrays([matches.map(({ id }) => id)]),
  )
  const labelsOf = new Map(rows.map(({ id, labels }) => [id, readLabels(labels)]))
  const reachOf = new Map(matches.map(({ cause }) => [cause, new Set(cause.reach)]))
  const isReached = (labels: Record<string, string>, cause: Cause) => {
    const ties = tiesOf(labels)
    return ties.length === 0 || ties.some((name) => reachOf.get(cause)?.has(name))
  }
  return matches.filter(({ id, cause }) => (labelsOf.get(id) ?? []).every((labels) => isReached(labels, cause)))
}

/** Who is held by somebody is looked at next time. */
async function joinLeader(connection: Connection, leaderId: string, matches: readonly Match[]): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    `SELECT id FROM incidents WHERE closed_at IS NULL AND part_of IS NULL AND (id = $1 OR (id = ANY($2) AND status = 'pending'))
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
    [leaderId, matches.map(({ id }) => id)],
  )
  const free = new Set(rows.map(({ id }) => id))
  if (!free.has(leaderId)) return []
  const parts = matches.filter(({ id }) => free.has(id))
  const ids = parts.map(({ id }) => id)
  const why = parts[0] ? sayWhyToLeader(parts[0].cause) : ''
  const whyOf = new Map(parts.map((match) => [match.id, sayWhy(match)]))
  await attachParts(connection, ids, { leaderId, why, by: 'firebreak', whyOf })
  return ids
}

function sayWhyToLeader({ kind, object }: Cause): string {
  return kind === SAME_NAME
    ? 'They name the same as its own alerts, and nothing could be looked at that would tell them apart.'
    : `Its cause is ${object}, and they speak of whom it reaches.`
}

function sayWhy({ cause: { kind: causeKind, object }, shared }: Match): string {
  const [kind = '', ...name] = shared.split(' ')
  if (causeKind === SAME_NAME)
    return `it names the same ${kind} (${name.join(' ')}), and nothing could be looked at that would tell the two apart`
  return tieOfObject(object) === shared
    ? `its cause names the same ${kind}`
    : `its cause is ${object}, which ${kind} ${name.join(' ')} hangs on`
}
