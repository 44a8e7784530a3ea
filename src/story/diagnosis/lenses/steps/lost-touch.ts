/**
 * Who has lost what he works by while his process lives on: a channel, a watch, a subscription, the new form of what he read.
 * A new process asks for all of it anew, unless nobody would give it.
 */
import type { PodView } from '../../cluster/cluster-scene.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { SaidLine } from '../../signals/said-lines.ts'
import { isNamedIn } from './heard-replicas.ts'

const HELD = '(?:channel|watch(?:er)?|subscription|informer|lease|registration|membership|listener)'
const AGAIN = '(?:watch|reload|re-?read|re-?subscribe|re-?open|re-?register|re-?join|refresh|renew)'
const LOST = new RegExp(
  [
    `\\b${HELD}\\b.{0,40}\\b(?:closed|cancell?ed|lost|ended|expired|revoked|gone|dropped)\\b`,
    `\\b(?:failed|unable|could not|cannot|giving up|gave up|not able) (?:to )?${AGAIN}`,
    `\\b${AGAIN}(?:s|ing|ed)?\\b.{0,20}\\b(?:failed|skipped|aborted|ignored|gave up|given up|disabled)\\b`,
    `\\b(?:keeping|kept|still using|continuing with|falling back to|staying on|using) (?:the )?(?:old|previous|last known|last good|stale|cached)\\b`,
    '(?:通道|订阅|监听).{0,20}(?:关闭|断开|失效|丢失)|(?:重载|重新加载|重新订阅).{0,10}失败',
  ].join('|'),
  'i',
)
const FOUND =
  /\b(?:re)?(?:established|connected|subscribed|opened|registered|joined|loaded|elected|acquired|resumed|recovered|restored|synced|watching|consuming)\b|\breload\w* complete|\bsucceeded\b|已?(?:恢复|重连成功|重新订阅)/i
/** The other side is not there or lets nobody in, or what was to be read cannot be: a new process would fare worse. */
const DENIED =
  /\b(?:refused|unreachable|no route|unavailable|ENOTFOUND|ECONN\w+|no such host|deadline exceeded|forbidden|unauthori[sz]ed|denied|40[13]|503|invalid|syntax|pars(?:e|ing)|unmarshal|unknown (?:key|field|directive|option)|unexpected|malformed|no such file|not found|missing|too large)\b|拒绝|无效|语法|解析|不存在/i
const SAME_BREATH_MINUTES = 2

/** He said so himself, of nobody else, and not since then that he has it again or began anew. */
export function hasLostTouch(pod: PodView, lines: readonly SaidLine[], everybody: readonly PodView[]): boolean {
  const own = lines.filter((line) => line.pod === pod.name && isOfThisLife(line, pod))
  const isOfAnother = ({ said }: SaidLine) => everybody.some((one) => one.name !== pod.name && isNamedIn(said, one))
  const at = own.findLastIndex((line) => LOST.test(line.said) && !isOfAnother(line))
  const lost = own[at]
  if (!lost) return false
  const isFound = own.slice(at + 1).some(({ said }) => FOUND.test(said) && !LOST.test(said))
  return !isFound && !own.some((line) => DENIED.test(line.said) && isSince(line, lost))
}

function isSince({ at }: SaidLine, lost: SaidLine): boolean {
  return !at || !lost.at || minutesBetween(lost.at, at) >= -SAME_BREATH_MINUTES
}

function isOfThisLife({ at }: SaidLine, { containers }: PodView): boolean {
  return !containers.some(({ running }) => at && running?.startedAt && at < running.startedAt)
}
