/**
 * Decides what a group of notifications does to the incidents that stand for their alerts. Pure: the store hands in
 * which keys are held, locked, and writes what is decided here, so that the rules of joining can be read and tested
 * in one place.
 */
import { SEVERITY_RANK, type Severity } from '../incident/severity.ts'
import type { Alert, AlertMember } from './alert.ts'

/** An incident that holds keys. `isOpen` is false where a closed one only counts repeats until its alerts clear. */
export type Holder = {
  incidentId: string
  isOpen: boolean
  seq: bigint
  /** Of the alert that gave the incident its words; its newest statement replaces them. */
  fingerprint: string
}

export type IntakePlan = {
  opened: { incidentId: string; alert: Alert }[]
  /** Keys that nobody held, and who holds them now. */
  claims: Map<string, string>
  /** How often each incident was named again, and by which notification last. */
  repeats: Map<string, Repeat>
  /** Every alert that fired, in its latest words, by incident and key. They are written before the cleared ones. */
  fired: Map<string, NamedMember>
  /** Every alert whose last word is that it is over; it may have fired before in the same group. */
  cleared: Map<string, NamedMember>
  answers: {
    incidentId: string
    outcome: 'opened' | 'joined' | 'counted' | 'cleared' | 'nothing' | 'silenced' | 'unknown'
  }[]
}

export type Repeat = {
  count: number
  message: string
  /** The worst of its alerts that fire; a closed incident keeps the one it had. */
  severity?: Severity
  /** What its own alert says by now. */
  restated?: { title: string; description: string }
}

export type NamedMember = { incidentId: string; member: AlertMember }

type Holders = Map<string, Holder>

export function planIntake(
  group: readonly Alert[],
  held: ReadonlyMap<string, Holder>,
  takeId: () => string,
): IntakePlan {
  const plan = emptyPlan()
  const holders: Holders = new Map(held)
  let newest = 0n
  for (const { seq } of held.values()) if (seq > newest) newest = seq
  for (const alert of group) {
    const id = () => {
      newest += 1n
      return { incidentId: takeId(), isOpen: true, seq: newest, fingerprint: alert.fingerprint }
    }
    plan.answers.push(takeIn(alert, holders, plan, id))
  }
  return plan
}

function emptyPlan(): IntakePlan {
  return { opened: [], claims: new Map(), repeats: new Map(), fired: new Map(), cleared: new Map(), answers: [] }
}

function takeIn(alert: Alert, holders: Holders, plan: IntakePlan, create: () => Holder): IntakePlan['answers'][number] {
  const firing = alert.members.filter(({ state }) => state === 'firing')
  const known = holdersOf(alert, holders)
  const answer = firing.length > 0 ? fire(alert, firing, known, holders, plan, create) : calm(alert, known)
  for (const member of alert.members) {
    const holder = holders.get(member.key)
    if (holder && member.state === 'resolved') note(plan, holder, member)
  }
  return answer
}

/** Open ones first, each kind from the oldest on. */
function holdersOf({ joinKeys, members }: Alert, holders: Holders): Holder[] {
  const found = new Map<string, Holder>()
  const look = (key: string) => {
    const holder = holders.get(key)
    if (holder) found.set(holder.incidentId, holder)
  }
  joinKeys.forEach(look)
  for (const { key } of members) look(key)
  return [...found.values()].sort(
    (one, other) => Number(other.isOpen) - Number(one.isOpen) || (one.seq < other.seq ? -1 : 1),
  )
}

/** Nothing in it fires, or nothing that anybody wants to hear of: it clears something, or is silent. */
function calm({ state, heldBack = [] }: Alert, [first]: Holder[]): IntakePlan['answers'][number] {
  if (heldBack.length > 0) return { incidentId: '', outcome: 'silenced' }
  if (!first) return { incidentId: '', outcome: 'unknown' }
  return { incidentId: first.incidentId, outcome: state === 'silent' ? 'nothing' : 'cleared' }
}

function fire(
  alert: Alert,
  firing: AlertMember[],
  known: Holder[],
  holders: Holders,
  plan: IntakePlan,
  create: () => Holder,
) {
  const named = known.length === 0 ? known : namedOf(known, firing, holders)
  for (const { incidentId } of named) countRepeat(plan, incidentId, alert.message)
  const oldest = known.find(({ isOpen }) => isOpen)
  const hasNew = firing.some(({ key }) => !holders.has(key))
  // Alerts that were told to need no work count where they are; only new ones make a new incident.
  if (!oldest && !hasNew) return { incidentId: named[0]?.incidentId ?? '', outcome: 'counted' as const }
  const target = oldest ?? open(alert, plan, create())
  for (const key of claimedKeys(alert, firing)) claim(key, target, holders, plan)
  for (const member of firing) note(plan, holders.get(member.key) as Holder, member)
  for (const holder of named) if (holder.isOpen) restate(plan, holder, alert, firing, holders)
  return { incidentId: target.incidentId, outcome: oldest ? ('joined' as const) : ('opened' as const) }
}

/** A closed one only counts what still fires there; the end of an alert is no repeat of it. */
function namedOf(known: Holder[], firing: AlertMember[], holders: Holders): Holder[] {
  const burning = new Set(firing.map(({ key }) => holders.get(key)?.incidentId))
  return known.filter(({ isOpen, incidentId }) => isOpen || burning.has(incidentId))
}

/** The key of an alert that has cleared is nobody's to hold. */
function claimedKeys({ joinKeys, members }: Alert, firing: AlertMember[]): string[] {
  const keys = [...joinKeys, ...firing.map(({ key }) => key)]
  if (firing.length === members.length) return keys
  const over = new Set(members.flatMap(({ key, state }) => (state === 'resolved' ? key : [])))
  return keys.filter((key) => !over.has(key))
}

function open(alert: Alert, plan: IntakePlan, holder: Holder): Holder {
  plan.opened.push({ incidentId: holder.incidentId, alert })
  return holder
}

function claim(key: string, target: Holder, holders: Holders, plan: IntakePlan): void {
  if (holders.has(key)) return
  holders.set(key, target)
  plan.claims.set(key, target.incidentId)
}

function countRepeat(plan: IntakePlan, incidentId: string, message: string): void {
  const before = plan.repeats.get(incidentId)
  plan.repeats.set(incidentId, { ...before, count: (before?.count ?? 0) + 1, message })
}

/** Our own watch only repeats what somebody has said already, and has no better words for it. */
const OWN_WATCH = 'monitor'

/** An open incident is as bad as the worst that fires in it, and says what its own alert said last. */
function restate(plan: IntakePlan, holder: Holder, alert: Alert, firing: AlertMember[], holders: Holders): void {
  const repeat = plan.repeats.get(holder.incidentId)
  if (!repeat) return
  const own = firing.filter(({ key }) => holders.get(key)?.incidentId === holder.incidentId)
  for (const { severity } of own) repeat.severity = worse(repeat.severity, severity)
  const { title, description } = alert
  if (alert.source === OWN_WATCH) return
  if (own.some(({ key }) => key === holder.fingerprint)) repeat.restated = { title, description }
}

function worse(one: Severity | undefined, other: Severity): Severity {
  return one !== undefined && SEVERITY_RANK[one] <= SEVERITY_RANK[other] ? one : other
}

function note(plan: IntakePlan, { incidentId }: Holder, member: AlertMember): void {
  const name = `${incidentId} ${member.key}`
  if (member.state === 'firing') plan.cleared.delete(name)
  const latest = member.state === 'firing' ? plan.fired : plan.cleared
  latest.set(name, { incidentId, member })
}
