/** Whose certificate is refused, as either end of the handshake tells it, and which of its pods shows it. */
import type { ClusterScene, ObjectKey, PodView, Shown, WorkloadName } from '../cluster-scene.ts'
import { type Clue, cluesOf } from '../logs/log-clues.ts'
import { readHost } from '../logs/log-host.ts'
import { endIn, reasonIn } from '../logs/wordings.ts'
import { findPod, isSame, runningPods, workloadOf } from '../pods/workload-pods.ts'
import { keyOfHost, workloadCalled } from './service-hosts.ts'

export type RefusedCertificate = {
  /** As those who refuse it call its owner. */
  host: string | undefined
  /** Where nobody calls it by a name. */
  address: string | undefined
  server: WorkloadName | undefined
  namespace: string | undefined
  clues: readonly [Clue, ...Clue[]]
  /** The line that says most: whose it is and why it is refused. */
  telling: Clue
  reason: ReturnType<typeof reasonIn>
  /** Until when it was valid, in the words of a log. */
  until: string | undefined
  /** Pods that show it while others of the same workload do not; none where nothing tells them apart. */
  accused: readonly Shown<PodView>[]
}

const FRESH = 30 * 60_000
const NEAR_END_LINES = 10

export function refusedCertificates(cluster: ClusterScene, now: Date): RefusedCertificate[] {
  const clues = cluster.logs.flatMap(cluesOf).filter((clue) => isStillRefused(clue, now))
  const groups = Map.groupBy(clues, (clue) => keyOf(clue, cluster))
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [refusalOf([first, ...others], cluster)] : []))
}

/** Where those live whose certificates were ever refused in what was read. */
export function placesOfRefused(cluster: ClusterScene): string[] {
  const clues = cluster.logs.flatMap(cluesOf).filter(({ kind }) => kind === 'certificate')
  return clues.flatMap((clue) => (serverOf(clue, cluster) ?? placeOf(clue, cluster))?.namespace ?? [])
}

/** Many lines of other things since then mean that it passed. */
function isStillRefused({ kind, line, fromEnd }: Clue, now: Date): boolean {
  const isFresh = line.at !== undefined && now.getTime() - line.at.getTime() < FRESH
  return kind === 'certificate' && (isFresh || fromEnd < NEAR_END_LINES)
}

/** Who is sent an alert showed the certificate himself, whoever he was talking to. */
const OWN =
  /remote error: tls|received fatal alert|alert received|AlertReceived|\b(?:ssl|tls)v\d\S* alert|alert number/i

export function isOwnCertificate(line: string): boolean {
  return OWN.test(line)
}

function keyOf(clue: Clue, cluster: ClusterScene): string {
  const server = serverOf(clue, cluster)
  return server ? `${server.namespace}/${server.name}` : (hostOf(clue) ?? addressOf(clue) ?? clue.log.name)
}

function serverOf(clue: Clue, cluster: ClusterScene): WorkloadName | undefined {
  const pod = findPod(cluster, clue.log)
  if (OWN.test(clue.line.text)) return pod && workloadOf(cluster, pod)
  const key = placeOf(clue, cluster)
  return key && workloadCalled(key, cluster)
}

function placeOf(clue: Clue, cluster: ClusterScene): ObjectKey | undefined {
  const host = clue.host ?? readHost(clue.line.text)
  return host && keyOfHost(host, clue.log.namespace, cluster)
}

/** A mere address is no name anybody knows. */
function hostOf({ host, line }: Clue): string | undefined {
  if (OWN.test(line.text)) return undefined
  const name = host?.name ?? readHost(line.text)?.name
  return name === undefined || /^[\d.]+$/.test(name) ? undefined : name
}

function addressOf({ host, line }: Clue): string | undefined {
  const found = OWN.test(line.text) ? undefined : (host ?? readHost(line.text))
  return found && (found.port === undefined ? found.name : `${found.name}:${found.port}`)
}

function refusalOf(clues: readonly [Clue, ...Clue[]], cluster: ClusterScene): RefusedCertificate {
  const [first] = clues
  const server = serverOf(first, cluster)
  const texts = clues.map(({ line }) => line.text)
  const reasons = texts.flatMap((text) => reasonIn(text) ?? [])
  return {
    host: clues.flatMap((clue) => hostOf(clue) ?? [])[0],
    address: addressOf(first),
    server,
    namespace: server?.namespace ?? placeOf(first, cluster)?.namespace,
    clues,
    telling: [...clues].reverse().sort((one, other) => worthOf(other) - worthOf(one))[0] ?? first,
    reason: reasons.includes('expired') ? 'expired' : reasons[0],
    until: texts.flatMap((text) => endIn(text) ?? []).at(-1),
    accused: server ? accusedOf(server, clues, cluster) : [],
  }
}

function worthOf(clue: Clue): number {
  return (reasonIn(clue.line.text) === undefined ? 0 : 2) + (hostOf(clue) === undefined ? 0 : 1)
}

/** By the address in lines that fail and in none that do not, or by its own complaint where a sibling has none. */
function accusedOf(server: WorkloadName, clues: readonly Clue[], cluster: ClusterScene): Shown<PodView>[] {
  const pods = runningPods(cluster, server)
  const failing = new Set(clues.flatMap(({ line }) => addressesIn(line.text)))
  const fine = new Set(otherLines(clues).flatMap(addressesIn))
  const met = pods.filter(({ podIP }) => podIP !== undefined && failing.has(podIP) && !fine.has(podIP))
  const read = pods.filter((pod) => cluster.logs.some((log) => isSame(log, pod)))
  const saying = read.filter((pod) => clues.some(({ log, line }) => isSame(log, pod) && OWN.test(line.text)))
  const accused = met.length > 0 ? met : saying.length < read.length ? saying : []
  return accused.length < pods.length ? accused : []
}

function otherLines(clues: readonly Clue[]): string[] {
  const failing = new Set(clues.map(({ line }) => line))
  const logs = [...new Set(clues.map(({ log }) => log))]
  return logs.flatMap(({ lines }) => lines.filter((line) => !failing.has(line)).map(({ text }) => text))
}

function addressesIn(text: string): string[] {
  return text.match(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g) ?? []
}
