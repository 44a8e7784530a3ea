/** nodeSelector and required node affinity, compared with the labels a node really has. */
import type { Fields, NodeView } from '../cluster-scene.ts'
import { record, records, text, texts, words } from '../reading/loose-fields.ts'

/** Each as `wanted (what the node has)`. Of several affinity terms one is enough, so the one with the least missing is told. */
export function unmetRequirements(pod: Fields, node: NodeView): string[] {
  return [...unmetSelector(pod, node), ...unmetAffinity(pod, node)]
}

/** What the pod asks of a node, in words: `disktype=ssd`, `zone In [a, b]`. */
export function wantedOf(pod: Fields): string[] {
  const selector = Object.entries(texts(pod.nodeSelector)).map(([key, value]) => `${key}=${value}`)
  return [...selector, ...termsOf(pod).flat().map(sayExpression)]
}

/** The labels it speaks of. */
export function wantedKeys(pod: Fields): string[] {
  const ofTerms = termsOf(pod)
    .flat()
    .flatMap(({ key }) => text(key) ?? [])
  return [...new Set([...Object.keys(texts(pod.nodeSelector)), ...ofTerms])]
}

function unmetSelector({ nodeSelector }: Fields, { labels }: NodeView): string[] {
  return Object.entries(texts(nodeSelector))
    .filter(([key, value]) => labels[key] !== value)
    .map(([key, value]) => `${key}=${value} (${sayHeld(labels, key)})`)
}

function unmetAffinity(pod: Fields, node: NodeView): string[] {
  const missing = termsOf(pod).map((term) => term.filter((expression) => !isMet(expression, node)))
  const [least = []] = missing.sort((one, other) => one.length - other.length)
  return least.map((expression) => `${sayExpression(expression)} (${sayHeld(node.labels, text(expression.key) ?? '')})`)
}

function termsOf({ affinity }: Fields): Fields[][] {
  const required = record(record(record(affinity).nodeAffinity).requiredDuringSchedulingIgnoredDuringExecution)
  return records(required.nodeSelectorTerms).map((term) => [
    ...records(term.matchExpressions),
    ...records(term.matchFields),
  ])
}

function isMet({ key, operator, values }: Fields, { name, labels }: NodeView): boolean {
  const held = key === 'metadata.name' ? name : labels[text(key) ?? '']
  const wanted = words(values)
  switch (operator) {
    case 'In':
      return held !== undefined && wanted.includes(held)
    case 'NotIn':
      return held === undefined || !wanted.includes(held)
    case 'Exists':
      return held !== undefined
    case 'DoesNotExist':
      return held === undefined
    case 'Gt':
      return Number(held) > Number(wanted[0])
    case 'Lt':
      return Number(held) < Number(wanted[0])
    default:
      return false
  }
}

export function sayExpression({ key, operator, values }: Fields): string {
  const wanted = words(values)
  const [only] = wanted
  if (operator === 'In' && wanted.length === 1) return `${key}=${only}`
  return wanted.length === 0 ? `${key} ${operator}` : `${key} ${operator} [${wanted.join(', ')}]`
}

function sayHeld(labels: NodeView['labels'], key: string): string {
  const held = labels[key]
  return held === undefined ? `no label ${key}` : `${key}=${held}`
}
