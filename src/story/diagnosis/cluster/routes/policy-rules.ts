/** What a NetworkPolicy lets through. It speaks only where it can be sure: a selector that cannot be judged may let through. */
import type { LabelSelector } from '../../../../plugins/kubernetes/kubernetes-objects.ts'
import { matchesSelector } from '../../../../plugins/kubernetes/label-match.ts'
import type { Fields } from '../cluster-scene.ts'
import { number, record, records, text, words } from '../reading/loose-fields.ts'

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
  const speaking = policiesFor(policies, passage.direction)
  return (
    speaking.length === 0 ||
    speaking.some((policy) => rulesOf(policy, passage.direction).some((rule) => isMet(rule, passage)))
  )
}

export function rulesOf(policy: Fields, direction: Passage['direction']): Fields[] {
  return records(policy[direction === 'Egress' ? 'egress' : 'ingress'])
}

function isMet(rule: Fields, passage: Passage): boolean {
  const peers = records(rule[passage.direction === 'Egress' ? 'to' : 'from'])
  const ports = records(rule.ports)
  return (
    (ports.length === 0 || ports.some((one) => isPort(one, passage))) &&
    (peers.length === 0 || peers.some((one) => isPeer(one, passage)))
  )
}

/** A named port cannot be judged where nobody saw what the pod calls its own. */
export function isPort({ port, endPort }: Fields, { port: wanted, portNames }: Passage): boolean {
  if (port === undefined) return true
  if (typeof port === 'string') return portNames?.includes(port) ?? true
  const first = number(port) ?? 0
  return wanted >= first && wanted <= (number(endPort) ?? first)
}

function isPeer(given: Fields, { peer, ownNamespace }: Passage): boolean {
  if (given.ipBlock !== undefined) return peer.labels === undefined || isInBlock(record(given.ipBlock), peer.address)
  const isPlace =
    given.namespaceSelector === undefined
      ? peer.namespace === undefined || peer.namespace === ownNamespace
      : mayBePlace(record(given.namespaceSelector), peer)
  const isPod =
    given.podSelector === undefined ||
    peer.labels === undefined ||
    matchesSelector(given.podSelector as LabelSelector, peer.labels)
  return isPlace && isPod
}

/** The only label every namespace has for certain; of others nobody knows until they are read. */
export const NAME_LABEL = 'kubernetes.io/metadata.name'

function mayBePlace(selector: Fields, { namespace, placeLabels }: Peer): boolean {
  if (namespace === undefined) return true
  if (placeLabels) return matchesSelector(selector as LabelSelector, { [NAME_LABEL]: namespace, ...placeLabels })
  const wanted = record(selector.matchLabels)
  return !(NAME_LABEL in wanted) || text(wanted[NAME_LABEL]) === namespace
}

/** Without an address nobody can say. */
export function isInBlock({ cidr }: Fields, address: string | undefined): boolean {
  if (address === undefined || text(cidr) === undefined) return true
  const [net = '', bits = '32'] = String(cidr).split('/')
  const size = 2 ** (32 - Number(bits))
  return Math.floor(asNumber(net) / size) === Math.floor(asNumber(address) / size)
}

function asNumber(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}
