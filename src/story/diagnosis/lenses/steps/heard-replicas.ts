/** What is heard of replicas: which of them others complain of, and who alone complains. */
import type { PodView } from '../../cluster/cluster-scene.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { SaidLine } from '../../signals/said-lines.ts'
import type { Weighed } from '../../weigh.ts'
import { ownerName } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import { isComplaining } from '../said.ts'
import { isComplaint } from './release.ts'

const ACCUSED_LEAST = 2
const ACCUSED_SHARE = 0.8

/** The one whom nearly all complaints that name any of them name, by its name or its address. */
export function accusedOf(lines: readonly SaidLine[], onset: Date, pods: readonly PodView[]): string | undefined {
  const owners = new Set(pods.map(({ name }) => ownerName(name)))
  const named = lines
    .filter((line) => isSince(line, onset) && !owners.has(line.speaker) && !isOwn(line, pods))
    .flatMap((line) => {
      const meant = pods.filter((pod) => isNamedIn(line.said, pod))
      return meant.length > 0 && isComplaining(line) ? meant.map(({ name }) => name) : []
    })
  const [first] = [...Map.groupBy(named, (name) => name)].sort(([, one], [, other]) => other.length - one.length)
  if (!first || first[1].length < ACCUSED_LEAST || first[1].length < ACCUSED_SHARE * named.length) return undefined
  return first[0]
}

const EARLY_MINUTES = 3

function isSince({ at }: SaidLine, onset: Date): boolean {
  return at !== undefined && minutesBetween(onset, at) >= -EARLY_MINUTES
}

function isOwn({ pod }: SaidLine, pods: readonly PodView[]): boolean {
  return pods.some(({ name }) => name === pod)
}

export function isNamedIn(said: string, { name, podIP }: PodView): boolean {
  return (
    said.includes(name) ||
    (podIP !== undefined &&
      said.includes(podIP) &&
      new RegExp(`(?<![\\d.])${podIP.replaceAll('.', '\\.')}(?![\\d.]*\\d)`).test(said))
  )
}

const AROUND_MINUTES = 30
const WORDS_MAX = 120

/** What it complains of since then and none of its siblings does, where those could be heard as well; not of another replica. */
export function complainsAlone(
  lines: readonly SaidLine[],
  { facts, onset }: Seen,
  { name }: PodView,
  pods: readonly PodView[],
  everybody: readonly PodView[],
): string | undefined {
  const isHeard = lines.some((line) => line.labels !== undefined || (line.pod !== name && isOwn(line, pods)))
  const own = facts.find(
    (one) =>
      isComplaint(one) &&
      !isTakenBack(one, lines) &&
      one.pods?.length === 1 &&
      one.pods[0] === name &&
      !everybody.some((other) => other.name !== name && isNamedIn(one.text, other)) &&
      one.at !== undefined &&
      Math.abs(minutesBetween(onset, one.at)) <= AROUND_MINUTES,
  )
  return isHeard && own ? (/: "(.*)"/s.exec(own.text)?.[1] ?? own.text).slice(0, WORDS_MAX) : undefined
}

const TAKEN_BACK = /\b(?:re)?(?:started|connected|covered|stored|sumed|established|opened|ready|succeeded)\b/i
const SOON_MINUTES = 3
const SHARED_LEAST = 3

/** Whoever complained said minutes later, in much the same words, that it is well again, and did not complain of it since. */
export function isTakenBack({ until, entity, text }: Weighed, lines: readonly SaidLine[]): boolean {
  const words = new Set(wordsOf(text))
  return lines.some((line) => {
    const { speaker, at, said } = line
    const minutes = until && at ? minutesBetween(until, at) : -1
    const isSoon = speaker === entity && minutes >= 0 && minutes <= SOON_MINUTES
    const isAllClear = isSoon && TAKEN_BACK.test(said) && !isComplaining(line)
    return isAllClear && new Set(wordsOf(said).filter((one) => words.has(one))).size >= SHARED_LEAST
  })
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]{4,}/g) ?? []
}
