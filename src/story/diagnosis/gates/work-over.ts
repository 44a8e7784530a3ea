/**
 * A node is closed to new pods for some work on it. That the work is over is proven where whoever did it, who writes from
 * outside the cluster, said after the closing that all checks passed and that the node was to be opened, and where nobody
 * said since that anything else is to come.
 */
import type { NodeView } from '../cluster/cluster-scene.ts'
import { eventsAbout } from '../cluster/pods/workload-pods.ts'
import { hasName } from '../lenses/candidates/written-signs.ts'
import { linesOf } from '../lenses/said.ts'
import type { Scene } from '../scene.ts'
import type { SaidLine } from '../signals/said-lines.ts'

/** All of them, where they are counted. */
const CHECKED =
  /\b(?:checks?|\w*tests?|verification):?(?: (\d+)(?:\/| of )\1)?:?(?: \d+ ?(?:h|hours?|min|minutes?))? (?:all |were |are |have )?(?:passed|ok|okay|green|good|succeeded)\b|(?:检查|自检|验证)(?:全部|均|已)?(?:通过|正常|成功)/i
const TO_BE_OPENED =
  /\buncordon\b|\bback in (?:service|rotation)\b|\bmay take (?:new )?(?:pods|load|work)\b|\bmaintenance\b[^.;]{0,40}\b(?:over|closed|complete|completed|done|finished|ended)\b|恢复调度|维护(?:已)?(?:结束|完成)/i
/** It is to stay closed for a while, or somebody has to agree. */
const NOT_YET =
  /\b(?:until|unless|not|nobody|after|before|await\w*|wait\w*|hold|keep|kept|remain\w*|stays?|approv\w*|sign-?off|observ\w*|burn-?in|soak\w*|later|tonight|tomorrow)\b|\bat \d\d?:\d\d|等待|暂不|之后|直到|审批|不得|请勿/i
/** Work goes on there, or begins anew. */
const AT_WORK =
  /(?<!un)cordon|unschedulable"?[=:] ?"?true|\b(?:drain|evict|reboot|install|replac|exchang|migrat)\w*|\b(?:start|begin)\w* (?:on|with|of)\b|排空|驱逐|重启|封锁/i
const FAILED = /\b(?:fail\w*|(?<!\bno )errors?|broken|bad)\b|失败|异常/i

/** The words that prove it. */
export function workOver(node: NodeView, scene: Scene): { checked: SaidLine; opened: SaidLine } | undefined {
  const closed = closedAt(node, scene)
  const told = closed === undefined ? [] : linesAbout(node, scene).filter(({ at }) => at && at >= closed)
  const at = told.findLastIndex((line) => CHECKED.test(line.said) && isOutside(line, node))
  const checked = told[at]
  const since = told.slice(at)
  if (!checked || since.some(({ said }) => NOT_YET.test(said)) || since.slice(1).some(isMoreToCome)) return undefined
  const opened = since.find((line) => line.speaker === checked.speaker && TO_BE_OPENED.test(line.said))
  return opened && { checked, opened }
}

/** Under the number of an order that names this node and no other, what bears the number alone is about it too. */
function linesAbout(node: NodeView, scene: Scene): SaidLine[] {
  const lines = linesOf(scene)
  const own = new Set(lines.filter((line) => isAbout(line, node)).flatMap(({ said }) => ordersIn(said)))
  const others = (scene.cluster?.nodes ?? []).filter(({ name }) => name !== node.name)
  const isOthers = (line: SaidLine) => others.some((other) => isAbout(line, other))
  for (const order of lines.filter(isOthers).flatMap(({ said }) => ordersIn(said))) own.delete(order)
  return lines.filter(
    (line) => isAbout(line, node) || (!isOthers(line) && ordersIn(line.said).some((one) => own.has(one))),
  )
}

/** `CHG-4471`, `PR-118`. */
function ordersIn(said: string): string[] {
  return said.match(/\b[A-Z]{2,10}-\d{2,}\b/g) ?? []
}

/** That it could not be opened is no fault of the node. */
function isMoreToCome({ said }: SaidLine): boolean {
  return AT_WORK.test(said) || (FAILED.test(said) && !/\buncordon\b/i.test(said))
}

function closedAt({ name, taints }: NodeView, { cluster }: Scene): Date | undefined {
  const taint = taints.find(({ key }) => key === 'node.kubernetes.io/unschedulable')
  return taint?.since ?? (cluster && eventsAbout(cluster, { kind: 'Node', name }, 'NodeNotSchedulable').at(-1)?.at)
}

function isAbout({ said, labels = {} }: SaidLine, { name }: NodeView): boolean {
  return hasName(said, name) || Object.values(labels).includes(name)
}

const OF_SPEAKER = new Set(['host', 'hostname', 'instance', 'node', 'nodename', 'node_name'])

/** Neither a program of the cluster nor the node itself says when others are done with it. */
function isOutside({ pod, labels, said }: SaidLine, { name }: NodeView): boolean {
  if (pod !== undefined || labels === undefined || labels.namespace !== undefined) return false
  const isMatter = Object.entries(labels).some(([label, value]) => value === name && !OF_SPEAKER.has(label))
  return isMatter || hasName(said, name)
}
