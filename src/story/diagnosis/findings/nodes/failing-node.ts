/** Whatever fails, fails on one node: then the node is the matter, though it calls itself ready. */
import type { EventView, Shown } from '../../cluster/cluster-scene.ts'
import { cordonGate, noAction } from '../../cluster/gates.ts'
import { citeEvent, eventsAbout } from '../../cluster/pods/events-about.ts'
import { sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { type FailingPlace, failingPlace } from '../../signals/failing-place.ts'
import { fullLimits } from '../../signals/node-limits.ts'
import { wordsOf } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'
import { FOLLOWS, fault } from '../cluster-fault.ts'

const NOW_MINUTES = 15
/** What it has complained of for days did not begin the trouble. */
const BEFORE_MINUTES = 6 * 60
/** A container that broke its own limit says nothing against the node. */
const OF_CONTAINER = /memory cgroup out of memory|CONSTRAINT_MEMCG|memcg/i
/** Kubelets say these everywhere, always. */
const HARMLESS =
  /InvalidDiskCapacity|CheckLimitsForResolvConf|DNSConfigForming|MissingClusterDNS|OwnerRefInvalid|ImageGCFailed|ContainerGCFailed|FreeDiskSpaceFailed|Rebooted/
/** What a node can do to a program. */
const OF_SYSTEM =
  /network|conntrack|packet|calico|cilium|flannel|\bcni\b|\bnic\b|link|disk|filesystem|read-?only|i\/o|ext4|xfs|nvme|kernel|task|hung|blocked|lockup|hardware|mce|memory|oom|runtime|containerd|docker|cri-?o|pleg|kubelet/i
/** What a program says to which such a thing has been done. */
const AS_VICTIM =
  /time[d ]?-?out|refused|reset|unreach|no route|resol|getaddrinfo|EAI_|lookup|connect|socket|handshake|deadline|i\/o|disk|space|read-?only|fork|thread|descriptor|open files|cannot allocate|memory/i

/** A node that is not ready speaks for itself. */
export const failingNode: Analyzer = (scene) => {
  const place = failingPlace(scene)
  if (!place?.node.isReady) return []
  const limits = fullLimits(scene, place.node)
  const warnings = warningsOf(place, scene)
  const proof = [...warnings.map(sayWarning(scene)), ...limits]
  const isProven = limits.length > 0 || (isSeveral(place) ? warnings.length > 0 : warnings.some(fits(place)))
  // One pod that fails alone may be ill itself; several of different workloads are not, all at once.
  return proof.length > 0 || place.compared.length > 1 ? [findingOf(place, scene, proof, isProven)] : []
}

/** Of one workload towards one destination nothing tells the node from the pod that happens to stand on it. */
function isSeveral({ workloads, destinations }: FailingPlace): boolean {
  return workloads.length > 1 || destinations.length > 1
}

function fits({ failing }: FailingPlace) {
  const errors = failing.flatMap((one) => one.errors)
  const isVictim = errors.length === 0 || errors.some(({ said }) => AS_VICTIM.test(said))
  return ({ reason, message }: EventView) => isVictim && OF_SYSTEM.test(`${reason} ${message}`)
}

type Proof = { text: string; evidence: Finding['evidence'] }

/** Of whatever reason, going on now, and not said of the nodes where all is well. */
function warningsOf({ cluster, node, siblings, since }: FailingPlace, { now }: Scene): Shown<EventView>[] {
  const elsewhere = siblings.flatMap(({ nodeName = '' }) => eventsAbout(cluster, { kind: 'Node', name: nodeName }))
  const isNow = ({ at }: EventView) => at !== undefined && now.getTime() - at.getTime() < NOW_MINUTES * 60_000
  const began = (since ?? now).getTime() - BEFORE_MINUTES * 60_000
  return eventsAbout(cluster, { kind: 'Node', name: node.name })
    .filter((event) => event.isWarning && isNow(event) && isOfNode(event))
    .filter(({ firstAt }) => firstAt === undefined || firstAt.getTime() > began)
    .filter(({ reason }) => !elsewhere.some((other) => other.reason === reason && isNow(other)))
    .slice(-2)
}

function isOfNode({ reason, message }: EventView): boolean {
  return !HARMLESS.test(reason) && !OF_CONTAINER.test(message)
}

function sayWarning({ now }: Scene) {
  return (event: Shown<EventView>): Proof => ({
    text: `The node itself warns (${event.reason}, ${event.count} times${event.firstAt ? ` since ${sayTime(event.firstAt)}` : ''}, last ${sayAgo(event.at, now)}): "${event.message}".`,
    evidence: [citeEvent(event)],
  })
}

const PODS_SHOWN = 3

function findingOf(place: FailingPlace, scene: Scene, proof: readonly Proof[], isProven: boolean): Finding {
  const { cluster, node, failing, since } = place
  const lines = failing.flatMap(({ errors }) => errors.at(-1) ?? []).slice(0, 2)
  return fault({
    kind: 'failing_node',
    statement: `Only pods on node ${node.name} fail: ${sayFailing(place)}; ${saySiblings(place)}.${proof.map(({ text }) => ` ${text}`).join('')}${lines[0] ? ` They say: "${wordsOf(lines[0])}".` : ''}`,
    facts: proof,
    evidence: [
      ...proof.flatMap(({ evidence }) => evidence),
      ...failing.slice(0, PODS_SHOWN).map(({ pod }) => cite(pod.exhibit, JSON.stringify(pod.name))),
      ...lines.map(citeLine),
    ],
    confidence: isProven ? confidenceOf(place, proof) : isSeveral(place) ? 0.6 : 0.5,
    subject: { kind: 'Node', name: node.name },
    ...(since && { since }),
    explains: isProven || isSeveral(place) ? EXPLAINED : [],
    ...(isProven
      ? cordonGate({
          cluster,
          now: scene.now,
          node,
          isShownBad: true,
          why: `Node ${node.name} is bad now, so whatever is placed there fails too.`,
        })
      : noAction(`Nothing that node ${node.name} says of itself proves that it is bad, so it is not closed.`)),
    suggestions: [
      `Look at ${node.name} (kernel log, network, limits) and mend or replace it.`,
      `Then let ${failing
        .map(({ pod }) => pod.name)
        .slice(0, PODS_SHOWN)
        .join(', ')} come up on another node.`,
    ],
  })
}

const EXPLAINED = [
  ...FOLLOWS,
  'wrong_dependency_address',
  'network_policy',
  'one_bad_replica',
  'wedged_replica',
  'cluster_dns',
  'dns_replica_wedged',
  'dns_upstream',
  'readiness_probe',
  'release_not_guilty',
]

function confidenceOf({ workloads, destinations }: FailingPlace, proof: readonly Proof[]): number {
  return proof.length > 1 || workloads.length > 1 || destinations.length > 1 ? 0.9 : 0.75
}

function sayFailing({ failing, workloads, destinations }: FailingPlace): string {
  const names = failing.slice(0, PODS_SHOWN).map(({ pod }) => `${pod.namespace}/${pod.name}`)
  const left = failing.length > PODS_SHOWN ? ` and ${failing.length - PODS_SHOWN} more` : ''
  const towards = destinations.length > 1 ? `, towards ${destinations.slice(0, 3).join(', ')}` : ''
  return `${names.join(', ')}${left}${workloads.length > 1 ? ` (${workloads.length} workloads)` : ''}${towards}`
}

function saySiblings({ siblings }: FailingPlace): string {
  const nodes = [...new Set(siblings.flatMap(({ nodeName }) => nodeName ?? []))]
  const many = siblings.length > 1
  return `${siblings.length} ${many ? 'siblings' : 'sibling'} on ${nodes.slice(0, 3).join(', ')} ${many ? 'are' : 'is'} well`
}
