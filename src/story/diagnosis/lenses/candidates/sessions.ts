/** Every session that a listing shows as one that might be ended. */
import { whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import { DATABASE_PLUGINS } from '../../../../plugins/database/database-plugins.ts'
import { sessionsIn } from '../../../../plugins/database/seen-sessions.ts'
import type { SessionFact } from '../../../../plugins/gate.ts'
import { isUpkeep } from '../../database/locks/lock-holders.ts'
import { who } from '../../database/session-words.ts'
import { meantDatabase } from '../../gates/meant-database.ts'
import type { Scene } from '../../scene.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import { type Candidate, flag, type Signs } from './candidate.ts'

const LISTINGS = new Set(DATABASE_PLUGINS.flatMap(({ name, category }) => (category === 'diagnostic' ? [name] : [])))
const TOOL =
  /psql|pgadmin|dbeaver|datagrip|tableplus|navicat|metabase|tableau|superset|redash|jupyter|notebook|looker|power ?bi|grafana|excel|console|repl|heidi|squirrel|toad|retool|hue|mode\b/i
const TABLE = /\b(?:from|into|update|join|table|on)\s+(?:only\s+)?(?:"?\w+"?\.)?"?([a-z]\w{3,})"?/gi

export function sessionCandidates(scene: Scene, seen: Seen): Candidate[] {
  const rows = sessionsIn(scene.exhibits.filter(({ plugin }) => LISTINGS.has(plugin)))
  const groups = [...Map.groupBy(rows, ({ pid, server }) => `${server} ${pid}`).values()]
  const meant = meantDatabase(scene)
  const ages = groups.map((group) => Math.max(...group.map(({ xact_seconds: age }) => age ?? 0))).sort((a, b) => b - a)
  return groups.flatMap((group) => {
    const [first] = group as [SessionFact, ...SessionFact[]]
    if (whyNotEnded(first) !== undefined || isWork(first)) return []
    const candidate = candidateOf(group, { scene, seen, meant, ages, groups })
    return HARMS.some((sign) => (candidate.signs[sign] ?? 0) > 0) ? [candidate] : []
  })
}

/** One that does none of these stands in nobody's way. */
const HARMS = ['active', 'waiters1', 'snapshot', 'named', 'old10']

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
}

function candidateOf(group: readonly SessionFact[], { scene, seen, meant, ages, groups }: Given): Candidate {
  const { facts, onset, starts } = seen
  const [first] = group as [SessionFact, ...SessionFact[]]
  const { pid, server, query } = first
  const is = (list: string) => group.some((one) => one.list === list)
  const age = Math.max(...group.map(({ xact_seconds: one }) => one ?? 0))
  const [oldest = 0, next = 0] = ages
  const waiters = group.flatMap((one) => one.waiters)
  const began = (scene.now.getTime() - age * 1000 - onset.getTime()) / 60_000
  const queryBegan = (scene.now.getTime() - (first.query_seconds ?? 0) * 1000 - onset.getTime()) / 60_000
  const tables = [...query.matchAll(TABLE)].map(([, name = '']) => name.toLowerCase())
  const program = first.application_name ?? ''
  const isTied = (name: string | null) =>
    name !== null && name !== '' && starts.some((start) => isAkin(start, ownerName(name)))
  const said = facts.filter(({ lens }) => lens === 'said')
  const same = groups.filter(
    ([other]) => other !== undefined && other.query === query && other.state === 'active',
  ).length
  const bloat = scene.database?.bloat?.thing.tables ?? []
  const signs: Signs = {
    root: flag(is('roots')),
    waiter: flag(is('waiters')),
    queue: flag(is('waiters') && waiters.length > 0),
    waiters1: flag(waiters.length > 0),
    waiters3: flag(waiters.length >= 3),
    otherRoots: flag(groups.some((other) => other !== group && other.some(({ list }) => list === 'roots'))),
    snapshot: flag(is('snapshot_holders')),
    idle: flag(first.state?.startsWith('idle in transaction') ?? false),
    active: flag(first.state === 'active'),
    old10: flag(age >= 600),
    old60: flag(age >= 3600),
    oldest: flag(age > 0 && age === oldest),
    alone: flag(age > 0 && age === oldest && age >= 10 * next),
    beganWith: flag(age > 0 && began >= -12 && began <= 3),
    beganBefore: flag(age > 0 && began < -12),
    queryWith: flag((first.query_seconds ?? 0) > 0 && queryBegan >= -12 && queryBegan <= 3),
    named: flag(said.some(({ text }) => new RegExp(`(?:pid|process|backend|session)[ =:"]*${pid}\\b`, 'i').test(text))),
    programSaid: flag(program.length > 3 && facts.some(({ lens, text }) => lens !== 'state' && text.includes(program))),
    tableSaid: flag(
      tables.some((table) =>
        facts.some(({ lens, text }) => lens !== 'state' && lens !== 'changed' && text.toLowerCase().includes(table)),
      ),
    ),
    tied: flag(isTied(program)),
    waiterTied: flag(waiters.some(({ application_name: name }) => isTied(name))),
    tool: flag(TOOL.test(program)),
    dml: flag(/^\s*(update|delete|insert|merge)/i.test(query)),
    ddl: flag(/^\s*(alter|create|drop|truncate|reindex|lock|refresh|cluster)/i.test(query)),
    copy: flag(/^\s*copy/i.test(query)),
    meant: flag(meant.datnames !== undefined && first.datname !== null && meant.datnames.has(first.datname)),
    elsewhere: flag(meant.datnames !== undefined && first.datname !== null && !meant.datnames.has(first.datname)),
    meantPid: flag(meant.pid === pid),
    same: flag(same > 1),
    dead: flag(bloat.some(({ n_dead_tup: dead, n_live_tup: live }) => dead > 10_000 && dead > live * 0.2)),
    possible: flag(scene.database?.concern === 'possible'),
    snapshotAlone: flag(
      is('snapshot_holders') &&
        groups.filter((other) => other.some(({ list }) => list === 'snapshot_holders')).length === 1,
    ),
    anyLock: flag(groups.some((other) => other.some(({ list }) => list === 'roots'))),
    ...Object.fromEntries([...(scene.database?.topics ?? [])].map((topic) => [`topic_${topic}`, 1])),
  }
  const isRoot = is('roots') && waiters.length > 0
  const parameters = { pid, ...(server !== '' && { database: server }) }
  const ending = { plugin: 'terminate_query', parameters }
  return {
    family: 'session',
    action: isRoot ? { ...ending, plugin: 'kill_deadlock' } : ending,
    atFault: { kind: 'Session', name: `pid ${pid}` },
    says: `ending ${who(first)}`,
    signs,
  }
}
