/**
 * Who says of itself, again and again, that it has not done its work for so long, and each time for as much longer as has
 * passed since: a part of it stands still while the rest lives on. A new process begins anew, unless it waits for somebody.
 */
import type { PodView } from '../../cluster/cluster-scene.ts'
import type { SaidLine } from '../../signals/said-lines.ts'
import { isNamedIn } from './heard-replicas.ts'

const TOLD_LEAST = 3
const STILL =
  /\b(?:has|have|had|did|does|is|was)(?: not|n['’]t)\b|\bno (?:progress|ticks?|polls?|heartbeats?|iterations?|work)\b|\b(?:stuck|stalled|hung|frozen)\b|(?:没有|未|无)(?:执行|处理|推进|消费|轮询|进展)|卡住|卡死/i
/** What stands still for another's sake goes on with him, and a new process would wait as well. */
const FOR_ANOTHER =
  /\bwait\w* (?:for|on)\b|\b(?:rows?|table|advisory|database|query|upstream|backend|broker|server|connect\w*|respon\w*|answer\w*|repl(?:y|ied))\b|[a-z]:\d{2,5}\b|:\/\/|数据库|上游|连接|响应/i
const SPAN =
  /(?<![\w.])(\d+(?:\.\d+)?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|秒|分钟|小时)(?![a-z])/i
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, 秒: 1, 分: 60, 小: 3600 }
/** So much of what has passed may be lost by rounding. */
const ROUNDED = 0.2
const ROUNDED_SECONDS = 90

export function standsStill(pod: PodView, lines: readonly SaidLine[], everybody: readonly PodView[]): boolean {
  const isOfAnother = ({ said }: SaidLine) =>
    FOR_ANOTHER.test(said) || everybody.some((one) => one.name !== pod.name && isNamedIn(said, one))
  const told = lines.filter((line) => line.pod === pod.name && STILL.test(line.said) && !isOfAnother(line))
  const all = told.flatMap(({ said, at }) => {
    const seconds = secondsIn(said)
    return at && seconds !== undefined ? [{ at: Math.round(at.getTime() / 1000), seconds }] : []
  })
  // The same line may be read in two places.
  const spans = [...new Map(all.map((one) => [`${one.at} ${one.seconds}`, one])).values()]
  const grown = spans.slice(1).filter((one, index) => isGrown(spans[index], one))
  return spans.length >= TOLD_LEAST && grown.length === spans.length - 1
}

type Told = { at: number; seconds: number }

function isGrown(one: Told | undefined, other: Told): boolean {
  if (!one || other.seconds <= one.seconds) return false
  const passed = other.at - one.at
  return Math.abs(other.seconds - one.seconds - passed) <= Math.max(ROUNDED_SECONDS, passed * ROUNDED)
}

function secondsIn(said: string): number | undefined {
  const [, count, unit = ''] = SPAN.exec(said) ?? []
  if (count === undefined) return undefined
  const each = /^ms|^milli/i.test(unit) ? 0.001 : SECONDS[unit.slice(0, 1).toLowerCase()]
  return each === undefined ? undefined : Number(count) * each
}
