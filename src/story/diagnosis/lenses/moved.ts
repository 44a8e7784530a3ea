/** Which figures around the alert stepped, stand at a limit of their own family, or ran out of time; and whose alone. */
import { clockTime } from '../signals/points.ts'
import { entityOf, isIdentity, namesOf, ownerName } from './entity-of.ts'
import { clipped, type Fact } from './fact.ts'
import {
  citeMoved,
  isMoment,
  isNew,
  isOfRollout,
  type Moved,
  momentOf,
  sayLabels,
  sayMove,
  sayValue,
} from './figures.ts'
import { timeFit } from './onset.ts'

/** What every program measures of itself seldom tells why. */
export const OF_RUNTIME =
  /^(go_|process_(cpu|virtual|resident|network)|python_|nodejs_(?!eventloop)|promhttp_|scrape_|prometheus_|net_conntrack|kube_\w+_(info|labels|created)|ALERTS|node_(cpu_seconds|context|intr|forks|time_|boot|procs|load|schedstat|softnet|timex_tick|memory_(MemAvailable|MemFree|Cached|Buffers)))/
const LEAST = 0.12

export function movedFacts(moved: readonly Moved[], onset: Date, now: Date): Fact[] {
  const pairs = swappedLabels(moved)
  const swapped = new Set(pairs.flatMap(({ pair }) => pair))
  // What bears no name is the answer to the alert's own expression, and told as such.
  const plain = moved.filter((one) => one.name !== '' && !swapped.has(one))
  return [
    ...grouped(plain.filter((one) => weightOf(one) >= LEAST)).map((group) => moveFact(group, onset)),
    ...plain.flatMap((one) => momentFact(one, now)),
    ...limitFacts(moved),
    ...oddFacts(moved),
    ...successionFacts(plain, onset),
    ...pairs.map(({ pair, text, at }) => swapFact(pair, text, at, onset)),
  ]
}

function weightOf(moved: Moved): number {
  const { name, strength, endedAt, labels } = moved
  if (isClock(name)) return 0
  // Pods come and go in every rollout.
  const coming = labels.pod === undefined ? 1 : 0.4
  // A pod that ends is drained first.
  const stepped = endedAt && labels.pod !== undefined ? 0 : strength
  // How many replicas are wanted is counted from the day the counting began; that they are is no news.
  const begun = isNew(moved) && !REPLICAS.test(name) ? 0.5 * coming : 0
  const news = Math.max(stepped, endedAt ? 0.6 * coming : 0, begun)
  return news * (OF_RUNTIME.test(name) ? 0.4 : 1) * ('le' in labels || 'quantile' in labels ? 0.5 : 1)
}

const REPLICAS = /_(spec|status)_replicas/

export function isClock(name: string): boolean {
  return /^(node_time_seconds|time\(\))$|_uptime_seconds$|uptime/.test(name)
}

/** The same figure of many, moved alike, is one fact. */
function grouped(moved: readonly Moved[]): Moved[][] {
  const keyOf = ({ name, to, from, labels }: Moved) => `${name} ${Math.sign(to - from)} ${entityOf(labels)}`
  return [...Map.groupBy(moved, keyOf).values()].map((group) =>
    group.sort((one, other) => weightOf(other) - weightOf(one)),
  )
}

function moveFact(group: readonly Moved[], onset: Date): Fact {
  const [first, ...others] = group as [Moved, ...Moved[]]
  const at = momentOf(first)
  const isChange =
    /^process_start_time|_build_info$|_version|(spec|status)_replicas$|config_(last_)?(reload|hash)/.test(first.name)
  const fit = isChange ? timeFit(at, onset) : Math.max(0.5, timeFit(at, onset))
  return {
    lens: isChange ? 'changed' : 'moved',
    entity: entityOf(first.labels) ?? first.name,
    names: namesOf(first.labels),
    at,
    strength: Math.min(1, weightOf(first) * 1.15) * (at && at.getTime() > onset.getTime() + 4 * 60_000 ? 0.8 : fit),
    text: clipped(`${sayMove(first)}${others.length > 0 ? ` (and ${others.length} more of its series alike)` : ''}`),
    evidence: [citeMoved(first)],
    place: first.labels.namespace,
    isOfRollout: isOfRollout(first),
    isAtLimit: hasFilled(first),
    ...growthOf(first),
    ...demandOf(group),
    ...scalingIn(first),
  }
}

const SHARE = /ratio|util|usage|percent|saturation|busy/i
const AMOUNT = /_(cores|bytes|seconds)$/
const FULL = 0.93
const ROOM_LEFT = 0.88

/** A share of the whole that stands at nearly all of it, and did not before; of what goes wrong there is no whole. */
function hasFilled(moved: Moved): boolean {
  const { name, from, last, isRate, beganAt, endedAt } = moved
  const whole = last > 2 ? 100 : 1
  const isFull = last >= FULL * whole && last <= 1.05 * whole && from < ROOM_LEFT * whole
  return SHARE.test(name) && !AMOUNT.test(name) && !isTrouble(moved) && !isRate && !beganAt && !endedAt && isFull
}

const TROUBLE =
  /err|fail|drop|reject|refus|retr|timeout|discard|evict|unavail|abort|den(y|ied)|miss|lost|late|slow|5xx|4xx/i

/** So many a minute, though no counter tells it; or those who come. */
const ASKED =
  /(^|_)(per_(second|sec|minute|min|hour)|rps|qps|tps|rpm|visitors|viewers|users|players|listeners|subscribers|customers|shoppers|passengers)(_|$)/

/** Nothing can be said of what came from nothing, was gone, or only began. */
export function growthOf(moved: Moved): Pick<Fact, 'growth' | 'demand' | 'fromNothing'> {
  const { name, labels, from, to, isRate, endedAt } = moved
  const isAsked = (isRate || ASKED.test(name)) && !isTrouble(moved)
  // Somebody who asked for nothing before is counted where he asks, not where he is served.
  if (from === 0 && to >= 1 && isAsked && !endedAt && labels.pod === undefined)
    return { demand: Number.POSITIVE_INFINITY }
  if (from === 0 && !endedAt && !isNew(moved)) return { fromNothing: to }
  if (from <= 0 || endedAt || isNew(moved)) return {}
  return { growth: to / from, ...(isAsked && { demand: to / from }) }
}

/** It counts what went wrong, not what was asked. */
export function isTrouble({ name, labels }: Pick<Moved, 'name' | 'labels'>): boolean {
  return TROUBLE.test(name) || Object.values(labels).some((value) => /^[45]\d\d$/.test(value))
}

/** Answers and refusals of one program are one fact; what is asked of it shows in either. */
function demandOf(group: readonly Moved[]): Pick<Fact, 'demand'> {
  const all = group.flatMap((one) => growthOf(one).demand ?? [])
  return all.length === 0 ? {} : { demand: Math.max(...all) }
}

function scalingIn({ name, labels: { deployment = '', namespace = '' }, from, to, last }: Moved): Pick<Fact, 'deed'> {
  const isScaling = /_spec_replicas$/.test(name) && deployment !== '' && from > to && last === to
  return isScaling ? { deed: { kind: 'scaling', deployment, namespace, from, to } } : {}
}

const DAY = 86_400

/** What ends soon, has ended, or was done too long ago. */
function momentFact(moved: Moved, now: Date): Fact[] {
  const { name, last, labels } = moved
  if (!isMoment(moved) || isClock(name) || /start_time|boot_time/.test(name)) return []
  const ahead = last - now.getTime() / 1000
  const isEnd = /expir|not_after/.test(name)
  const strength = isEnd ? (ahead < 0 ? 0.95 : ahead < 3 * DAY ? 0.7 : 0) : ahead < -2 * 3600 ? 0.6 : 0
  if (strength === 0) return []
  const days = Math.abs(ahead) / DAY
  const span = days >= 2 ? `${Math.round(days)} days` : `${Math.round(days * 24)} hours`
  const text = `${name}${sayLabels(labels)} is ${sayValue(last, moved)}, ${ahead < 0 ? `${span} ago` : `in ${span}`}${isEnd && ahead < 0 ? ': expired' : ''}`
  return [fact('moved', moved, strength, text)]
}

const LIMIT = /(^|_)(max|maximum|limit|limits|capacity|quota|hard|allowed|size|ceiling)(_|$)/

/** A gauge that stands at the limit its own family names. */
function limitFacts(moved: readonly Moved[]): Fact[] {
  const limits = moved.filter(({ name, last, isRate }) => LIMIT.test(name) && last > 0 && !isRate)
  return limits.flatMap((limit) =>
    moved
      .filter(
        (one) =>
          one !== limit &&
          !one.isRate &&
          isSameFamily(one, limit) &&
          one.last >= limit.last * 0.93 &&
          one.last <= limit.last * 1.1,
      )
      .map((one) => ({
        ...fact(
          'moved',
          one,
          0.9,
          `${one.name}${sayLabels(one.labels)} stands at ${sayValue(one.last, one)} of ${sayValue(limit.last, limit)} (${limit.name})${one.at && one.strength > 0.15 ? `; it was ${sayValue(one.from, one)} until ${clockTime(one.at)}` : ''}`,
        ),
        isAtLimit: true,
      })),
  )
}

function isSameFamily(one: Moved, limit: Moved): boolean {
  if (LIMIT.test(one.name)) return false
  const stem = limit.name.replace(LIMIT, '_').split('_').filter(Boolean)
  const words = one.name.split('_')
  const shared = stem.filter((word) => words.includes(word)).length
  const isNear = shared >= Math.max(2, stem.length - 1)
  return isNear && Object.entries(limit.labels).every(([name, value]) => (one.labels[name] ?? value) === value)
}

/** One of at least three whose figure is far from all the others'. */
function oddFacts(moved: readonly Moved[]): Fact[] {
  const wide = Map.groupBy(moved, ({ name, labels }) => `${name} ${Object.keys(labels).sort()}`)
  const narrow = Map.groupBy(moved, ({ name, labels }) => `${name} ${kindOf(labels)}`)
  return [...wide.values(), ...narrow.values()].flatMap((group) => {
    const alive = group.filter(({ endedAt, name }) => !endedAt && !OF_RUNTIME.test(name) && !isClock(name))
    if (alive.length < 3 || alive.length > 40) return []
    return alive.flatMap((one) =>
      oddFact(
        one,
        alive.filter((other) => other !== one),
      ),
    )
  })
}

/** Apart from whose it is: refused requests are compared with refused ones. */
export function kindOf(labels: Moved['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${isIdentity(name) ? '' : value}`)
  return pairs.sort().join()
}

function oddFact(one: Moved, others: readonly Moved[]): Fact[] {
  const values = others.map(({ last }) => last).sort((a, b) => a - b)
  const [low = 0, high = 0] = [values[0], values.at(-1)]
  const room = Math.max(high - low, 0.25 * Math.max(Math.abs(high), Math.abs(low)), 1e-9)
  const away = one.last > high ? one.last - high : low - one.last
  if (isMoment(one) || away < room * 1.5 || away <= 0 || isChance(one, one.last, one.last > high ? high : low))
    return []
  const range = low === high ? sayValue(low, one) : `${sayValue(low, one)} to ${sayValue(high, one)}`
  const whose = others.length === 1 ? 'its one sibling stands' : `its ${others.length} siblings stand`
  const text = `${one.name}${sayLabels(one.labels)} alone stands at ${sayValue(one.last, one)}; ${whose} at ${range}`
  return [{ ...fact('differs', one, 0.7, text), isIll: isTrouble(one) && one.last > high }]
}

function fact(lens: Fact['lens'], moved: Moved, strength: number, text: string): Fact {
  const { labels, name, at } = moved
  const names = namesOf(labels)
  return {
    lens,
    entity: entityOf(labels) ?? name,
    names,
    at,
    strength,
    text: clipped(text),
    evidence: [citeMoved(moved)],
    place: labels.namespace,
  }
}

/** What a figure was of the pods that went and is of those that came in their place: no series of its own shows that step. */
function successionFacts(moved: readonly Moved[], onset: Date): Fact[] {
  const coming = moved.filter((one) => isOfRollout(one) && !isClock(one.name) && !isMoment(one))
  const keyOf = ({ name, labels }: Moved) => `${name} ${ownerName(labels.pod ?? '')} ${kindOf(labels)}`
  return [...Map.groupBy(coming, keyOf).values()].flatMap((group) => {
    const [gone, come] = [group.filter(({ endedAt }) => endedAt), group.filter(({ endedAt }) => !endedAt)]
    const [first] = come.toSorted((one, other) => (one.beganAt?.getTime() ?? 0) - (other.beganAt?.getTime() ?? 0))
    return first && gone.length > 0 ? successionFact(first, gone, come, onset) : []
  })
}

function successionFact(first: Moved, gone: readonly Moved[], come: readonly Moved[], onset: Date): Fact[] {
  const [from, to] = [middle(gone.map((one) => one.from)), middle(come.map((one) => one.to))]
  const strength = Math.abs(to - from) / (Math.abs(to) + Math.abs(from) || 1)
  if (strength < SUCCEEDED || OF_RUNTIME.test(first.name) || isChance(first, from, to)) return []
  const { pod = '', ...labels } = first.labels
  const owner = ownerName(pod)
  const text = `${first.name}${sayLabels(labels)} stood at ${sayValue(from, first)} in the pods of ${owner} that ended and stands at ${sayValue(to, first)} in those that came in their place at ${clockTime(first.beganAt ?? onset)}`
  const told = fact('moved', first, strength * Math.max(0.5, timeFit(first.beganAt, onset)), text)
  return [{ ...told, entity: owner, at: first.beganAt, growth: from > 0 ? to / from : Number.POSITIVE_INFINITY }]
}

const SUCCEEDED = 0.3
const COUNTED_SECONDS = 300
const DEVIATIONS = 4

/** Few events are counted unevenly: two rates so near to each other may be the same. */
export function isChance({ isRate }: Moved, one: number, other: number): boolean {
  const least = Math.max(Math.min(one, other), 1 / COUNTED_SECONDS)
  return isRate && Math.abs(one - other) < DEVIATIONS * Math.sqrt(least / COUNTED_SECONDS)
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

type Swap = { pair: readonly [Moved, Moved]; text: string; at: Date }

/** A series that ended where another began that differs in one label: that label is what changed (a version, a leader …). */
function swappedLabels(moved: readonly Moved[]): Swap[] {
  const begun = moved.filter(({ beganAt }) => beganAt)
  return moved
    .filter(({ endedAt }) => endedAt)
    .flatMap((old) => {
      const fresh = begun.find((one) => one.name === old.name && differingLabels(one, old).length === 1)
      const [label = ''] = fresh ? differingLabels(fresh, old) : []
      if (!fresh?.beganAt || label === '' || /^(pod|instance|uid|id|container_id)$/.test(label)) return []
      const { [label]: _, ...same } = fresh.labels
      const text = `${old.name}${sayLabels(same)}: ${label} went from ${old.labels[label] ?? 'none'} to ${fresh.labels[label] ?? 'none'} at ${clockTime(fresh.beganAt)}`
      return [{ pair: [old, fresh] as const, text, at: fresh.beganAt }]
    })
}

function differingLabels(one: Moved, other: Moved): string[] {
  const names = new Set([...Object.keys(one.labels), ...Object.keys(other.labels)])
  return [...names].filter((name) => one.labels[name] !== other.labels[name])
}

function swapFact([, fresh]: Swap['pair'], text: string, at: Date, onset: Date): Fact {
  return { ...fact('changed', fresh, 0.9 * timeFit(at, onset), text), at }
}
