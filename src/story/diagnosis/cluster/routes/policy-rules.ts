/** What a network policy lets through, and which of its rules comes nearest. */
import type { LabelSelector } from '../../../../plugins/kubernetes/kubernetes-objects.ts'
import { matchesSelector } from '../../../../plugins/kubernetes/label-match.ts'
import type { Fields } from '../cluster-scene.ts'
import { sayExpression, sayHeld } from '../placement/placement.ts'
import { number, record, records, text, texts, words } from '../reading/loose-fields.ts'

// What a NetworkPolicy lets through. It speaks only where it can be sure: a selector that cannot be judged may let through.

type Labels = Readonly<Record<string, string>>

/** The other end; labels are undefined where the peer was not seen. */
type Peer = {
  namespace: string | undefined
  labels: Labels | undefined
  address?: string | undefined
  /** Of its namespace, where they were read. */
  placeLabels?: Labels | undefined
}

export type Passage = {
  direction: 'Egress' | 'Ingress'
  peer: Peer
  port: number
  /** What the pod that is called calls this port, where that was seen. */
  portNames?: readonly string[]
  ownNamespace: string
}

/** Policies that speak of this direction at all. Where there is none, everything passes. */
export function policiesFor(policies: readonly Fields[], direction: Passage['direction']): Fields[] {
  return policies.filter(({ policyTypes, egress }) => {
    const types = words(policyTypes)
    if (types.length > 0) return types.includes(direction)
    return direction === 'Ingress' || egress !== undefined
  })
}

/** True unless every policy over the pod certainly lacks a rule for it. */
export function mayPass(policies: readonly Fields[], passage: Passage): boolean {
  const isFree = policiesFor(policies, passage.direction).length === 0
  return isFree || waysThrough(policies, passage).some(({ differences }) => differences.length === 0)
}

export function rulesOf(policy: Fields, direction: Passage['direction']): Fields[] {
  return records(policy[direction === 'Egress' ? 'egress' : 'ingress'])
}

/** A named port cannot be judged where nobody saw what the pod calls its own. */
function isPort({ port, endPort }: Fields, { port: wanted, portNames }: Passage): boolean {
  if (port === undefined) return true
  if (typeof port === 'string') return portNames?.includes(port) ?? true
  const first = number(port) ?? 0
  return wanted >= first && wanted <= (number(endPort) ?? first)
}

/** The only label every namespace has for certain; of others nobody knows until they are read. */
const NAME_LABEL = 'kubernetes.io/metadata.name'

/** Without an address nobody can say. */
function isInBlock({ cidr }: Fields, address: string | undefined): boolean {
  if (address === undefined || text(cidr) === undefined) return true
  const [net = '', bits = '32'] = String(cidr).split('/')
  const size = 2 ** (32 - Number(bits))
  return Math.floor(asNumber(net) / size) === Math.floor(asNumber(address) / size)
}

function asNumber(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

// Of a policy that shuts somebody out: the rule that comes nearest to letting him in, and in what it differs.

type NearestRule = {
  policy: string
  /** What it asks for beside what there is, each: `namespace label team=shop, while namespace web has team=web`. */
  differences: readonly string[]
  /** Words of the rule as they stand in the policy. */
  quoted: Fields
}

/** Undefined where no policy has a rule for this direction at all. */
export function nearestRule(policies: readonly Fields[], passage: Passage): NearestRule | undefined {
  const all = waysThrough(policies, passage)
  return all.sort((one, other) => one.differences.length - other.differences.length)[0]
}

function waysThrough(policies: readonly Fields[], passage: Passage): NearestRule[] {
  return policiesFor(policies, passage.direction).flatMap((policy) =>
    rulesOf(policy, passage.direction).flatMap((rule) =>
      waysOf(rule, passage).map((way) => ({ policy: text(policy.name) ?? '', ...way })),
    ),
  )
}

/** One for each peer the rule names; any of them would do. */
function waysOf(rule: Fields, passage: Passage): Omit<NearestRule, 'policy'>[] {
  const ports = records(rule.ports)
  const isOpen = ports.length === 0 || ports.some((one) => isPort(one, passage))
  const ofPort = isOpen ? [] : [`${sayPorts(ports)}, while this goes to port ${passage.port}`]
  const peers = records(rule[passage.direction === 'Egress' ? 'to' : 'from'])
  if (peers.length === 0) return [{ differences: ofPort, quoted: ports[0] ?? rule }]
  return peers.map((peer) => {
    const ofOther = ofPeer(peer, passage)
    return { differences: [...ofOther, ...ofPort], quoted: ofOther.length > 0 ? peer : (ports[0] ?? peer) }
  })
}

function sayPorts(ports: readonly Fields[]): string {
  const named = ports.map(({ port, endPort }) => `${port}${endPort === undefined ? '' : `–${endPort}`}`)
  return `port ${named.join(' or ')} only`
}

function ofPeer(given: Fields, { peer, ownNamespace, direction }: Passage): string[] {
  if (given.ipBlock !== undefined) {
    const block = record(given.ipBlock)
    return isInBlock(block, peer.address) ? [] : [`addresses in ${block.cidr}, while this one is ${peer.address}`]
  }
  const pods =
    peer.labels === undefined
      ? []
      : unmet(given.podSelector, peer.labels, 'pod label', direction === 'Ingress' ? 'the caller' : 'the one called')
  return [...ofPlace(given.namespaceSelector, peer, ownNamespace), ...pods]
}

function ofPlace(selector: unknown, { namespace, placeLabels }: Passage['peer'], ownNamespace: string): string[] {
  if (namespace === undefined || (selector === undefined && namespace === ownNamespace)) return []
  if (selector === undefined) return [`pods of its own namespace ${ownNamespace}, while this one is in ${namespace}`]
  const labels = { [NAME_LABEL]: namespace, ...placeLabels }
  const differences = unmet(selector, labels, 'namespace label', `namespace ${namespace}`)
  // Labels nobody read may fit.
  return placeLabels ? differences : differences.filter((one) => one.includes(NAME_LABEL))
}

function unmet(selector: unknown, labels: Readonly<Record<string, string>>, what: string, who: string): string[] {
  const { matchLabels, matchExpressions } = record(selector)
  const equal = Object.entries(texts(matchLabels)).map(([key, value]) => ({ key, operator: 'In', values: [value] }))
  return [...equal, ...records(matchExpressions)]
    .filter((one) => !matchesSelector({ matchExpressions: [one] } as unknown as LabelSelector, labels))
    .map((one) => `${what} ${sayExpression(one)}, while ${who} has ${sayHeld(labels, text(one.key) ?? '')}`)
}

/** Several are told as they are: none of them alone would open the way. */
export function sayNearest(nearest: NearestRule | undefined): string {
  if (!nearest || nearest.differences.length === 0) return ''
  return ` The rule that comes nearest (policy ${nearest.policy}) asks for ${nearest.differences.join('; and for ')}.`
}
