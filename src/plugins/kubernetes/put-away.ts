/**
 * What people want of an object, by what stands on it or is written of it: that it stays away, or that it is left alone. What
 * was put away is not brought back by itself: only a person knows whether the reason still holds.
 */
import { forbids } from './hands-off.ts'

/** In a key or a value. A switch that is off says nothing. */
const PURPOSE =
  /retire|deprecat|decommission|sunset|archiv|obsolete|end[-_ ]of[-_ ]life|\beol\b|parked|hibernat|suspend|paused|maintenance|do[-_ ]?not[-_ ]?(scale|start|restore)|keep[-_ ]?(at[-_ ]?zero|down|off)|scaled?[-_ ]?(down|to[-_ ]?zero)[-_ ]?(by|on[-_ ]purpose)|migrat|moved[-_ ]?to|replaced[-_ ]?by|superseded|switched[-_ ]?off|out[-_ ]of[-_ ]service|stillgelegt|außer betrieb|abgeschaltet|jubilad|retirado|retiré|désaffecté|下线|停用|废弃|退役|已迁移|廃止|停止済み/iu
const OFF = /^(false|n|no|off|0|none|never|disabled|expired|)$/i
/** What it is called, of which program and by whom: nobody says a purpose there. */
const NAMES =
  /^(app|name|component|service|team|owner|tier|chart|version|release|k8s-app)$|^(app\.kubernetes\.io|helm\.sh)\//i

function marksLike(pattern: RegExp, marks: Readonly<Record<string, string>> | undefined): [string, string][] {
  return Object.entries(marks ?? {}).filter(
    ([key, value]) => !NAMES.test(key) && (pattern.test(key) || pattern.test(value)) && !OFF.test(value.trim()),
  )
}

/** The annotation or label that says so, as `key: value`. */
export function markOfPurpose(marks: Readonly<Record<string, string>> | undefined): string | undefined {
  const [found] = marksLike(PURPOSE, marks)
  return found && `${found[0]}: ${found[1].slice(0, 200)}`
}

const TELLS_WHY = /paus|reason|notice|ticket|until|(paused|stopped|scaled|retired)[-_ ]by$/i
const WHY_MAX = 3

/** Every annotation that says so or why, as `key: value`; none where none says so. */
export function purposeMarks(marks: Readonly<Record<string, string>> | undefined): string[] {
  const said = markOfPurpose(marks)
  if (said === undefined) return []
  const why = Object.entries(marks ?? {}).filter(([key, value]) => TELLS_WHY.test(key) && !OFF.test(value.trim()))
  return [...new Set([said, ...why.map(([key, value]) => `${key}: ${value}`)])].slice(0, WHY_MAX)
}

/** The annotation or label by which somebody forbids to change it, as `key: value`. */
export function markThatForbids(marks: Readonly<Record<string, string>> | undefined): string | undefined {
  const [found] = forbidding(marks)
  return found && `${found[0]}: ${found[1].slice(0, 160)}`
}

function forbidding(marks: Readonly<Record<string, string>> = {}): [string, string][] {
  return Object.entries(marks).filter(
    ([key, value]) => !NAMES.test(key) && !OFF.test(value.trim()) && forbids(key, value),
  )
}

type Named = { kind: string; name: string }

export function sayForbidden({ kind, name }: Named, mark: string): string {
  return `Somebody forbade to change ${kind} ${name} (${mark}); only a person decides otherwise.`
}

export function sayPutAway({ kind, name }: Named, mark: string): string {
  return `${kind} ${name} was put away on purpose (${mark}); only a person brings it back.`
}

/** The sentence of a description that says so. */
export function purposeIn(description: string): string | undefined {
  return description.split(/(?<=[.;!?。；])\s*|\n/u).find((sentence) => PURPOSE.test(sentence))
}

/** Written by tools, and of no use to who asks what an object is meant for. */
const OF_TOOLS =
  /^(kubectl\.kubernetes\.io\/last-applied-configuration|deployment\.kubernetes\.io\/|meta\.helm\.sh\/|pod-template-hash$)/
const MARKS_MAX = 12
const VALUE_CHARACTERS_MAX = 200
/** What forbids or explains is kept nearly whole. */
const TELLING_CHARACTERS_MAX = 1_000

type Marked = { labels?: Record<string, string>; annotations?: Record<string, string> }

/** All that people wrote on it, uncut. */
export function wordsOn({ labels = {}, annotations = {} }: Marked): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...labels, ...annotations }).filter(([key]) => !OF_TOOLS.test(key)))
}

export function marksOf(marked: Marked): Record<string, string> {
  const all = wordsOn(marked)
  // What tells something comes first: there may be many.
  const telling = new Map([...forbidding(all), ...marksLike(PURPOSE, all)])
  const marks = [...new Map([...telling, ...Object.entries(all)])]
  const mostOf = (key: string) => (telling.has(key) ? TELLING_CHARACTERS_MAX : VALUE_CHARACTERS_MAX)
  return Object.fromEntries(marks.slice(0, MARKS_MAX).map(([key, value]) => [key, value.slice(0, mostOf(key))]))
}
