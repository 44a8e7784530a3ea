/** Every session that a listing shows as one that might be ended. */
import { whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import { DATABASE_PLUGINS } from '../../../../plugins/database/database-plugins.ts'
import { sessionsIn } from '../../../../plugins/database/seen-sessions.ts'
import type { SessionFact } from '../../../../plugins/gate.ts'
import { complainsOfMachine, meansAnother } from '../../database/asking/other-server.ts'
import { isUpkeep } from '../../database/locks/lock-holders.ts'
import { who } from '../../database/session-words.ts'
import { meantDatabase } from '../../gates/meant-database.ts'
import type { Scene } from '../../scene.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import type { Moved } from '../figures.ts'
import type { Seen } from '../look-through.ts'
import { type Candidate, flag, type Signs } from './candidate.ts'
import { figureSigns, movesOfSessions } from './session-figures.ts'
import { writtenSigns } from './written-signs.ts'

const LISTINGS = new Set(DATABASE_PLUGINS.flatMap(({ name, category }) => (category === 'diagnostic' ? [name] : [])))
const TOOL =
  /psql|pgadmin|dbeaver|datagrip|tableplus|navicat|metabase|tableau|superset|redash|jupyter|notebook|looker|power ?bi|grafana|excel|console|repl|heidi|squirrel|toad|retool|hue|mode\b/i
const TABLE = /\b(?:from|into|update|join|table|on)\s+(?:only\s+)?(?:"?\w+"?\.)?"?([a-z]\w{3,})"?/gi

export function sessionCandidates(scene: Scene, seen: Seen): Candidate[] {
  if (meansAnother(scene)) return []
  const rows = sessionsIn(scene.exhibits.filter(({ plugin }) => LISTINGS.has(plugin)))
  const groups = [...Map.groupBy(rows, ({ pid, server }) => `${server} ${pid}`).values()]
  const meant = meantDatabase(scene)
  const moves = movesOfSessions(scene, seen)
  const ages = groups.map((group) => Math.max(...group.map(({ xact_seconds: age }) => age ?? 0))).sort((a, b) => b - a)
  const suspects = groups.flatMap((group) => {
    const [first] = group as [SessionFact, ...SessionFact[]]
    if (whyNotEnded(first) !== undefined || isWork(first)) return []
    const candidate = candidateOf(group, { scene, seen, meant, ages, groups, moves })
    return isSuspect(candidate.signs) ? [candidate] : []
  })
  return suspects.filter((one) => !isOlderThanTrouble(one, suspects))
}

/** Who was merely at work long before the trouble, where another began his work with it. */
function isOlderThanTrouble({ signs }: Candidate, all: readonly Candidate[]): boolean {
  const isAtWork = signs.active === 1 && signs.waiters1 !== 1 && signs.named !== 1
  const isOther = isAtWork && signs.beganBefore === 1 && signs.queryWith !== 1
  return isOther && all.some((one) => one.signs.active === 1 && one.signs.beganWith === 1 && one.signs.queryWith === 1)
}

/** It stands in somebody's way, or is at work for as long as the trouble lasts; and the alert has to do with it. */
function isSuspect(signs: Signs): boolean {
  const has = (...names: readonly string[]) => names.some((name) => (signs[name] ?? 0) > 0)
  const isInTheWay = has('named') || (has('snapshot', 'waiters1') && !has('ofMachine'))
  const isAtWork = has('active') && has('beganWith', 'queryWith', 'tableSaid')
  const isOfAlert = isInTheWay || has('meant', 'writtenWith', 'tableSaid', 'programSaid', ...FIGURES)
  const isStrange = has('elsewhere') || (has('possible') && !has('tied', 'waiterTied', 'writtenWith', ...FIGURES))
  return (isInTheWay || isAtWork) && isOfAlert && !isStrange
}

const FIGURES = ['ownMoved', 'baseMoved']

/** Upkeep is let finish, unless a person began it by hand. */
function isWork(session: SessionFact): boolean {
  return isUpkeep(session) && !TOOL.test(session.application_name ?? '')
}

type Given = {
  scene: Scene
  seen: Seen
  meant: ReturnType<typeof meantDatabase>
  ages: readonly number[]
  groups: readonly (readonly SessionFact[])[]
  moves: readonly Moved[]
}

function candidateOf(group: readonly SessionFact[], given: Given): Candidate {
  const [first] = group as [SessionFact, ...SessionFact[]]
  const { pid, server } = first
  const topics = [...(given.scene.database?.topics ?? [])].map((topic) => [`topic_${topic}`, 1])
  const signs: Signs = {
    ...lockSigns(group, given),
    ...ageSigns(group, given),
    ...ownerSigns(first, group, given),
    ...statementSigns(first, given),
    ...figureSigns(first, given.moves),
    ...Object.fromEntries(topics),
  }
  const isRoot = signs.root === 1 && signs.waiters1 === 1
  const ending = { plugin: 'terminate_query', parameters: { pid, ...(server !== '' && { database: server }) } }
  return {
    family: 'session',
    action: isRoot ? { ...ending, plugin: 'kill_deadlock' } : ending,
    atFault: { kind: 'Session', name: `pid ${pid}` },
    says: `ending ${who(first)}`,
    signs,
  }
}

function isIn(group: readonly SessionFact[], list: string): boolean {
  return group.some((one) => one.list === list)
}

const SEVERAL = 3

/** Who waits for it, or for whose old rows it keeps. */
function lockSigns(group: readonly SessionFact[], { groups }: Given): Signs {
  const waiters = group.flatMap((one) => one.waiters)
  const roots = groups.filter((other) => isIn(other, 'roots'))
  const holders = groups.filter((other) => isIn(other, 'snapshot_holders'))
  return {
    root: flag(roots.includes(group)),
    waiter: flag(isIn(group, 'waiters')),
    queue: flag(isIn(group, 'waiters') && waiters.length > 0),
    waiters1: flag(waiters.length > 0),
    waiters3: flag(waiters.length >= SEVERAL),
    otherRoots: flag(roots.some((other) => other !== group)),
    anyLock: flag(roots.length > 0),
    snapshot: flag(holders.includes(group)),
    snapshotAlone: flag(holders.includes(group) && holders.length === 1),
  }
}

const OLD_SECONDS = 600
const TIMES = 10
const BEFORE_MINUTES = 12
const AFTER_MINUTES = 3

/** For how long it is open, beside the others and beside the trouble. */
function ageSigns(group: readonly SessionFact[], { scene, seen, ages }: Given): Signs {
  const [first] = group as [SessionFact, ...SessionFact[]]
  const age = Math.max(...group.map(({ xact_seconds: one }) => one ?? 0))
  const [oldest = 0, next = 0] = ages
  const minutes = (seconds: number) => (scene.now.getTime() - seconds * 1000 - seen.onset.getTime()) / 60_000
  const isWith = (seconds: number) =>
    seconds > 0 && minutes(seconds) >= -BEFORE_MINUTES && minutes(seconds) <= AFTER_MINUTES
  const isOldest = age > 0 && age === oldest
  return {
    idle: flag(first.state?.startsWith('idle in transaction') ?? false),
    active: flag(first.state === 'active'),
    old10: flag(age >= OLD_SECONDS),
    old60: flag(age >= 6 * OLD_SECONDS),
    oldest: flag(isOldest),
    alone: flag(isOldest && age >= TIMES * next),
    beganWith: flag(isWith(age)),
    beganBefore: flag(age > 0 && minutes(age) < -BEFORE_MINUTES),
    queryWith: flag(isWith(first.query_seconds ?? 0)),
  }
}

/** Whose it is, and whether that is whom the alert means. */
function ownerSigns(first: SessionFact, group: readonly SessionFact[], { scene, seen, meant }: Given): Signs {
  const program = first.application_name ?? ''
  const isTied = (name: string | null) =>
    name !== null && name !== '' && seen.starts.some((start) => isAkin(start, ownerName(name)))
  const isMeant = first.datname === null ? undefined : meant.datnames?.has(first.datname)
  return {
    tied: flag(isTied(program)),
    waiterTied: flag(group.flatMap((one) => one.waiters).some(({ application_name: name }) => isTied(name))),
    tool: flag(TOOL.test(program)),
    meant: flag(isMeant === true),
    ...writtenSigns(first.datname ?? '', { scene, seen }),
    elsewhere: flag(isMeant === false),
    ofMachine: flag(complainsOfMachine(scene.subject)),
    possible: flag(scene.database?.concern === 'possible'),
    programSaid: flag(
      program.length > 3 && seen.facts.some(({ lens, text }) => lens !== 'state' && text.includes(program)),
    ),
  }
}

function statementSigns({ pid, query }: SessionFact, { seen: { facts }, groups }: Given): Signs {
  const tables = [...query.matchAll(TABLE)].map(([, name = '']) => name.toLowerCase())
  const told = facts.filter(({ lens }) => lens !== 'state' && lens !== 'changed').map(({ text }) => text.toLowerCase())
  const process = new RegExp(`(?:pid|process|backend|session)[ =:"]*${pid}\\b`, 'i')
  const same = groups.filter(([other]) => other?.query === query && other.state === 'active')
  return {
    named: flag(facts.some(({ lens, text }) => lens === 'said' && process.test(text))),
    tableSaid: flag(tables.some((table) => told.some((text) => text.includes(table)))),
    same: flag(same.length > 1),
    dml: flag(/^\s*(update|delete|insert|merge)/i.test(query)),
    ddl: flag(/^\s*(alter|create|drop|truncate|reindex|lock|refresh|cluster)/i.test(query)),
  }
}
