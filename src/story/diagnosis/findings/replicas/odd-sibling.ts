/** One of several replicas fails by itself, ready as it is, while its siblings say nothing of the kind. */
import type { ClusterScene, WorkloadName } from '../../cluster/cluster-scene.ts'
import { noAction, restartGate } from '../../cluster/gates.ts'
import { complainedOf } from '../../cluster/logs/complained-of.ts'
import { complaintsOf } from '../../cluster/logs/complaints.ts'
import { whoseFault } from '../../cluster/logs/wordings.ts'
import { isSame, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { dnsPods, isAboutDns } from '../../cluster/routes/dns-pods.ts'
import { lineOf, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { type OddSibling, oddSiblings } from '../../signals/odd-sibling.ts'
import { type SaidLine, saidLines, wordsOf } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'
import { aside } from '../aside.ts'
import { fault } from '../cluster-fault.ts'
import { CAUSED_BY_LOST_ROUTE } from '../explained-kinds.ts'

export const oddSibling: Analyzer = (scene) =>
  oddSiblings(scene).map((one) => {
    const link = linkTo(scene, one)
    return link === undefined ? aside(findingOf(scene, one, '')) : findingOf(scene, one, link)
  })

/** What the alert has to do with it; undefined where nothing shows that. */
function linkTo({ cluster, subject }: Scene, { workload }: OddSibling): string | undefined {
  if (!cluster) return undefined
  if (cluster.target.workloads.some((one) => isSame(one, workload))) return ''
  const named = complainedOf(cluster).find((one) => isSame(one.workload, workload))
  const said = named ?? lookupIn(cluster, workload)
  if (!said) return isAboutDns({ subject, cluster }) && isDns(cluster, workload) ? '' : undefined
  return ` What comes to it fails, what its siblings get works: pod ${said.pod} says "${lineOf(said)}".`
}

function isDns(cluster: ClusterScene, { namespace, name }: WorkloadName): boolean {
  return dnsPods(cluster).some(({ pod }) => {
    const owner = workloadOf(cluster, pod)
    return owner?.namespace === namespace && owner.name === name
  })
}

function lookupIn(cluster: ClusterScene, workload: WorkloadName) {
  const clues = isDns(cluster, workload) ? complaintsOf(cluster).flatMap((one) => one.clues) : []
  const clue = clues.find(({ line }) => whoseFault(line.text) === 'resolver')
  return clue && { pod: clue.log.name, line: clue.line }
}

/** States only a process is in, and leaves by ending. */
const OF_PROCESS =
  /exceed\w* (?:the )?(?:max|limit|concurren)|max(?:imum)?[_ ](?:concurrent|connections)|too many (?!requests|attempts|failed|redirects)|exhaust|limit (?:was |is )?(?:reached|exceeded)|(?:queue|backlog|buffer) (?:is )?full|no free|\bstuck\b|wedged|deadlock|\bhung\b|\bleak|watch (?:connection )?(?:was )?(?:lost|closed)|cannot allocate|bad file descriptor/i

/** One noisy caller is turned away wherever he comes to. */
const OF_CALLER = /too many (?:requests|attempts|failed|redirects)|\b429\b/i
const LATELY = 30 * 60_000
/** Who only waits for his turn, or answers probes, serves nobody. */
const IDLE = /\blease|\bleader|\belect|standby|follower|health|readyz|livez|\bprobe/i

/**
 * Silence of the siblings proves nothing where the members of a StatefulSet have parts of their own, as a primary has, nor
 * where the siblings do no work; a count that was measured does.
 */
function isOwnFault(scene: Scene, { workload, siblings, measured }: OddSibling): boolean {
  if (measured) return true
  const since = scene.now.getTime() - LATELY
  const isWork = ({ at, said, pod }: SaidLine) =>
    (at?.getTime() ?? 0) > since && !IDLE.test(said) && siblings.some(({ name }) => name === pod)
  return workload.kind !== 'StatefulSet' && saidLines(scene).some(isWork)
}

function findingOf(scene: Scene, one: OddSibling, link: string): Finding {
  const { workload, pod, siblings, lines, measured } = one
  const { cluster, now } = scene
  const [first] = lines
  const telling = lines.findLast(({ said }) => OF_PROCESS.test(said) && !OF_CALLER.test(said))
  const last = telling ?? lines.at(-1)
  const isProven = telling !== undefined && isOwnFault(scene, one)
  const count = siblings.length + 1
  return fault({
    kind: 'odd_sibling',
    statement: `Only one of ${count} ready replicas of ${workload.name} is bad, pod ${pod.name}: ${[...(last ? [`its log alone says "${wordsOf(last)}" (${lines.length} such lines since ${sayTime(first?.at)}), those of its siblings nothing of the kind`] : []), ...(measured ? [measured.clause] : [])].join('; ')}. It is from ${sayAgo(pod.createdAt, now)}.${link}`,
    evidence: [...(last ? [citeLine(last)] : []), ...(measured?.evidence ?? [])],
    confidence: isProven ? (measured ? 0.9 : 0.8) : measured ? 0.65 : 0.5,
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    ...(first?.at && { since: first.at }),
    weight: isProven || measured ? 'cause' : 'symptom',
    explains: isProven || measured ? [...CAUSED_BY_LOST_ROUTE, 'cluster_dns', 'dns_upstream'] : [],
    ...(cluster && isProven
      ? restartGate({
          cluster,
          now,
          pod,
          why: `A fresh process of ${pod.name} begins without it, and ${siblings.length === 1 ? 'its sibling serves' : 'its siblings serve'} meanwhile. If it comes again, the cause is elsewhere.`,
        })
      : noAction(`Nothing shows that a fresh process of ${pod.name} would behave differently.`)),
    suggestions: [`Find out why only ${pod.name} came into this state (node ${pod.nodeName ?? 'unknown'}, age, load).`],
  })
}
