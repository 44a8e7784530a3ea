/**
 * What an alert asserts as its cause and the evidence refutes, in one short sentence. Only for what was seen to be otherwise:
 * that nothing was found of it refutes nothing. The assertion itself is not repeated.
 */
import type { EvidenceReference } from '../incident/diagnosis.ts'
import { lastEnd } from './cluster/pods/container-faults.ts'
import { isSame, podsOf, subjectPods } from './cluster/pods/workload-pods.ts'
import { citePart } from './cluster/saying/say.ts'
import { allWorkloads } from './cluster/subject/resolve-target.ts'
import { isDatabaseName } from './database/asking/database-concern.ts'
import { cite, citeField } from './evidence.ts'
import type { Finding } from './finding.ts'
import type { Scene } from './scene.ts'

export type Refuted = { sentence: string; evidence: readonly EvidenceReference[] }

type Claim = {
  says: RegExp
  /** What the cause speaks of where the alert is right after all. */
  agrees: RegExp
  refute: (scene: Scene, findings: readonly Finding[]) => Refuted | undefined
}

const CONFIDENCE_MIN = 0.7

const CLAIMS: readonly Claim[] = [
  {
    says: /\b(?:out of memory|oom(?:[ -]?kill\w*)?|memory (?:leak|pressure|exhaust\w*)|(?:heap|memory)[^.\n]{0,20}(?:exhausted|leak\w*|full|used up))\b/i,
    agrees: /memory|heap|\boom/i,
    refute: notMemory,
  },
  {
    says: /\b(?:database|db|postgres\w*|mysql|mariadb|mongo\w*|redis)\b[^.\n]{0,20}\b(?:down|unreachable|unavailable|dead|crashed|offline|not (?:responding|available|reachable))\b/i,
    agrees:
      /(?:database|postgres\w*|mysql|mongo\w*|redis)[^.]{0,60}(?:does not answer|not ready|cannot be reached|refused|gone|is down|no pod)/i,
    refute: databaseServes,
  },
  {
    says: /\b(?:node|host|machine)\b[^.\n]{0,30}\b(?:down|dead|lost|failed|unhealthy|crashed|broken)\b/i,
    agrees: /\bnode\b/i,
    refute: nodesAreReady,
  },
  {
    says: /\b(?:since|after|caused by|due to|because of|with)\b[^.\n]{0,25}\b(?:deploy(?:ment|ed)?|release|rollout|upgrade)\b/i,
    agrees: /\brevision\b|\brelease\b/i,
    refute: releaseIsOlder,
  },
]

/** The first that is refuted; nobody reads a list of what is not the case. */
export function refutedClaim(
  findings: readonly Finding[],
  causes: readonly Finding[],
  scene: Scene,
): Refuted | undefined {
  const [first] = causes
  const text = scene.subject.text ?? ''
  if (first?.situation !== 'fault' || first.weight !== 'cause' || first.confidence < CONFIDENCE_MIN) return undefined
  const statements = causes.map(({ statement }) => statement).join(' ')
  for (const { says, agrees, refute } of CLAIMS) {
    const refuted = says.test(text) && !agrees.test(statements) ? refute(scene, findings) : undefined
    if (refuted) return refuted
  }
  return undefined
}

const OF_MEMORY = /memory|\bheap\b|\boom|bad_alloc|enomem|\bm?alloc|cannot allocate|allocation fail/i

/** Every end that was seen had another reason, and a log was read that does not speak of memory. */
function notMemory({ cluster }: Scene, findings: readonly Finding[]): Refuted | undefined {
  if (findings.some(({ kind }) => /memory|pressure|evict/.test(kind))) return undefined
  const pods = cluster ? subjectPods(cluster) : []
  const ends = pods.flatMap((pod) =>
    pod.containers.flatMap((container) => {
      const end = lastEnd(container)
      return end ? [{ pod, container, end }] : []
    }),
  )
  const [first] = ends
  const logs = (cluster?.logs ?? []).filter((log) => log.lines.length > 0 && pods.some((pod) => isSame(pod, log)))
  const isSpokenOf = logs.some(({ lines }) => lines.some(({ text }) => OF_MEMORY.test(text)))
  const isKilled = ends.some(({ end }) => end.reason === 'OOMKilled' || end.exitCode === 137)
  if (!first || isKilled || isSpokenOf || logs.length === 0) return undefined
  const { pod, container, end } = first
  const use = useOf(cluster, pod, container.name)
  if (use && use.share > HIGH) return undefined
  return {
    sentence: `Memory is not the reason, against what the alert says: container ${container.name} ended with ${end.reason ?? 'an error'}, exit code ${end.exitCode}${use ? `, and uses ${Math.round(use.share * 100)} % of its limit` : ''}.`,
    evidence: [citePart(pod.exhibit, end.source), ...(use?.evidence ?? [])],
  }
}

const HIGH = 0.8

function useOf(cluster: Scene['cluster'], pod: { namespace: string; name: string }, container: string) {
  const usage = cluster?.usage.find((one) => isSame(one, pod))
  const memory = usage?.containers.find(({ name }) => name === container)?.memory
  return usage && memory?.ofLimit !== undefined
    ? { share: memory.ofLimit, evidence: [cite(usage.exhibit, JSON.stringify(memory.used))] }
    : undefined
}

/** It answered us, or all its pods are ready and none restarted. */
function databaseServes({ cluster, database, subject }: Scene): Refuted | undefined {
  const { connections, unknownName } = database ?? {}
  if (connections && database && unknownName === undefined && !OTHER_STORE.test(subject.text))
    return {
      sentence: `Database ${database.database} answers: ${connections.thing.sessions} of ${connections.thing.usable_connections} connections are taken.`,
      evidence: [citeField(connections.exhibit, 'sessions', connections.thing.sessions)],
    }
  const servers = (cluster ? allWorkloads(cluster) : []).filter(
    ({ namespace, name }) => namespace === cluster?.target.namespace && isMeant(name, subject.text),
  )
  const pods = servers.flatMap((one) => (cluster ? podsOf(cluster, one) : []))
  const [server] = servers
  const [pod] = pods
  const isWell = pods.every(({ isReady, restartCount }) => isReady && restartCount === 0)
  if (!server || !pod || servers.length !== 1 || !isWell) return undefined
  return {
    sentence: `${server.kind} ${server.name}, a database, has all its pods ready, and none restarted.`,
    evidence: [citeField(pod.exhibit, 'name', pod.name)],
  }
}

const OTHER_STORE = /\b(?:mysql|mariadb|mongo\w*|redis)\b/i

/** The store of that make where the alert names one, else any that is called like a database. */
function isMeant(name: string, text: string): boolean {
  const [make] = OTHER_STORE.exec(text) ?? []
  return make === undefined ? isDatabaseName(name) : name.includes(make.toLowerCase())
}

function nodesAreReady({ cluster, subject }: Scene): Refuted | undefined {
  const names = new Set(
    (cluster ? subjectPods(cluster) : []).flatMap(({ nodeName }) => nodeName ?? []).concat(subject.node ?? []),
  )
  const nodes = (cluster?.nodes ?? []).filter(({ name }) => names.has(name))
  const [first] = nodes
  if (
    !first ||
    nodes.length !== names.size ||
    !nodes.every(({ isReady, conditions }) => isReady && conditions.length <= 1)
  )
    return undefined
  return {
    sentence: `The ${nodes.length === 1 ? `node it runs on, ${first.name}, is` : `${nodes.length} nodes it runs on are`} Ready and short of nothing.`,
    evidence: [citeField(first.exhibit, 'name', first.name)],
  }
}

/** Another rule has compared the times. */
function releaseIsOlder(_: Scene, findings: readonly Finding[]): Refuted | undefined {
  const found = findings.find(({ kind }) => kind === 'release_not_guilty')
  return found && { sentence: found.statement, evidence: found.evidence }
}
