/** A ready node whose own watchers say that its kernel or its disk is broken: nothing new should be sent there. */

import type { ConditionView, LogLine } from '../../cluster/cluster-scene.ts'
import { cordonGate, noAction } from '../../cluster/gates.ts'
import { isOrder } from '../../cluster/logs/log-clues.ts'
import { isNamed, type NodeWatch, watchedNodes } from '../../cluster/nodes/node-watch.ts'
import { whyOldScar } from '../../cluster/nodes/old-scar.ts'
import { hasTrouble, isDone, isSame, subjectPods } from '../../cluster/pods/workload-pods.ts'
import { lineOf, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { aside, FOLLOWS } from '../cluster-fault.ts'

/** As node-problem-detector and the network plugins name them; a condition of another name may be good news. */
const BROKEN =
  /read-?only|deadlock|corrupt|hung|hang|shutdown|hardware|unhealthy|unavailable|problem|frequent\w*restart|error|fail/i
/** What a program says on a disk that takes nothing any more. */
const OF_DISK = /read-only file ?system|EROFS|input\/output error|\bEIO\b|structure needs cleaning/i

export const nodeBroken: Analyzer = (scene) =>
  watchedNodes(scene)
    .filter(({ node }) => node.isReady && brokenOf(node.conditions).length > 0)
    .map((watch) => (isToBlame(watch, scene) ? findingOf(watch, scene) : aside(findingOf(watch, scene))))

function brokenOf(conditions: readonly ConditionView[]): ConditionView[] {
  return conditions.filter(({ type, status }) => type !== 'Ready' && status === 'True' && BROKEN.test(type))
}

/** The alert names it; or whatever of the subject is unwell stands there, and not because of a fault of its own everywhere. */
function isToBlame({ cluster, node, isConcerned }: NodeWatch, { now }: Scene): boolean {
  if (isNamed(cluster, node)) return true
  const unwell = subjectPods(cluster).filter((pod) => hasTrouble(pod, now) && !isDone(pod))
  return isConcerned && unwell.every(({ nodeName }) => nodeName === node.name)
}

function findingOf(watch: NodeWatch, scene: Scene): Finding {
  const { cluster, node } = watch
  const [first] = brokenOf(node.conditions) as [ConditionView, ...ConditionView[]]
  const words = wordsOfDisk(watch)
  const scar = whyOldScar(node, cluster, scene)
  const since = first.since ? ` since ${sayTime(first.since)} (${sayAgo(first.since, scene.now)})` : ''
  const said = words ? ` A pod on it says the same: "${lineOf(words)}".` : ''
  return fault({
    kind: 'node_broken',
    statement: `Node ${node.name} is broken although it is ready: its condition ${first.type} is True${since}${first.reason ? ` (${first.reason})` : ''}${first.message ? `: ${first.message}` : ''}.${said}`,
    evidence: [
      cite(node.exhibit, JSON.stringify(node.name)),
      citeField(node.exhibit, 'type', first.type),
      words && cite(words.exhibit, words.line.text),
    ],
    confidence: words ? 0.9 : scar ? 0.5 : 0.75,
    subject: { kind: 'Node', name: node.name },
    since: first.since,
    explains: [...FOLLOWS, 'evicted_pods', ...(words ? ['configuration_error', 'no_space_left'] : [])],
    ...(scar !== undefined && !words
      ? noAction(scar)
      : cordonGate({
          cluster,
          now: scene.now,
          node,
          why: `Node ${node.name} says ${first.type} now, so whatever is placed there fails too.`,
        })),
    suggestions: [
      `Look at the machine behind ${node.name} (kernel log, disk); mend or replace it.`,
      `Then delete the pods that fail there: they come up on another node.`,
    ],
  })
}

type DiskWords = { line: LogLine; exhibit: Parameters<typeof cite>[0] }

function wordsOfDisk({ cluster, pods }: NodeWatch): DiskWords | undefined {
  const logs = cluster.logs.filter((log) => pods.some((pod) => isSame(pod, log)))
  return logs
    .flatMap(({ lines, exhibit }) => lines.map((line) => ({ line, exhibit })))
    .findLast(({ line: { text } }) => OF_DISK.test(text) && !isOrder(text))
}
