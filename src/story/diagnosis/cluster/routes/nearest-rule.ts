/** Of a policy that shuts somebody out: the rule that comes nearest to letting him in, and in what it differs. */
import type { LabelSelector } from '../../../../plugins/kubernetes/kubernetes-objects.ts'
import { matchesSelector } from '../../../../plugins/kubernetes/label-match.ts'
import type { Fields } from '../cluster-scene.ts'
import { sayExpression } from '../placement/node-selection.ts'
import { record, records, text, texts } from '../reading/loose-fields.ts'
import { isInBlock, isPort, NAME_LABEL, type Passage, policiesFor, rulesOf } from './policy-rules.ts'

type NearestRule = {
  policy: string
  /** What it asks for beside what there is, each: `namespace label team=shop, while namespace web has team=web`. */
  differences: readonly string[]
  /** Words of the rule as they stand in the policy. */
  quoted: Fields
}

/** Undefined where no policy has a rule for this direction at all. */
export function nearestRule(policies: readonly Fields[], passage: Passage): NearestRule | undefined {
  const all = policiesFor(policies, passage.direction).flatMap((policy) =>
    rulesOf(policy, passage.direction).flatMap((rule) =>
      waysOf(rule, passage).map((way) => ({ policy: text(policy.name) ?? '', ...way })),
    ),
  )
  return all.sort((one, other) => one.differences.length - other.differences.length)[0]
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
  if (namespace === undefined) return []
  if (selector === undefined)
    return namespace === ownNamespace
      ? []
      : [`pods of its own namespace ${ownNamespace}, while this one is in ${namespace}`]
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

function sayHeld(labels: Readonly<Record<string, string>>, key: string): string {
  return labels[key] === undefined ? `no label ${key}` : `${key}=${labels[key]}`
}

/** Several are told as they are: none of them alone would open the way. */
export function sayNearest(nearest: NearestRule | undefined): string {
  if (!nearest || nearest.differences.length === 0) return ''
  return ` The rule that comes nearest (policy ${nearest.policy}) asks for ${nearest.differences.join('; and for ')}.`
}
