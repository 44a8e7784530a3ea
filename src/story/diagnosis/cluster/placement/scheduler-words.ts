/** What the scheduler says of a pod it cannot place: how many nodes refuse it, and why. It gives each node one reason. */

export type RefusalKind =
  | 'volume'
  | 'spread'
  | 'cordon'
  | 'unwell'
  | 'resources'
  | 'taint'
  | 'control_plane'
  | 'selector'
  | 'ports'
  | 'other'

export type Refusal = {
  kind: RefusalKind
  /** Nodes. Undefined where the pod itself is the obstacle. */
  count: number | undefined
  text: string
  /** The resource that is short, or the taint as it is written: `dedicated: gpu`. */
  word: string | undefined
}

/** The first that fits; a conflict of a volume speaks of node affinity too. */
const PATTERNS: readonly (readonly [RefusalKind, RegExp])[] = [
  [
    'volume',
    /PersistentVolumeClaim|volume node affinity|persistent volumes? to bind|max volume count|volume zone|free storage/i,
  ],
  ['spread', /anti-affinity|pod affinity|topology spread/i],
  ['cordon', /were unschedulable|taint \{node\.kubernetes\.io\/unschedulable/],
  ['unwell', /taint \{(node\.kubernetes\.io\/(?:unreachable|not-ready|\w+-pressure|network-unavailable))/],
  ['control_plane', /taint \{(node-role\.kubernetes\.io\/(?:control-plane|master))/],
  ['taint', /taint \{([^}]*)\}/],
  ['taint', /untolerated taint/],
  ['resources', /Insufficient (\S+)/],
  ['resources', /Too many (pods)/],
  ['ports', /free ports/],
  ['selector', /node affinity|node selector|requested node name/i],
]

/**
 * What it says of preemption and of resource claims is for nobody, and since v1.34 the latter comes without a count:
 * `… 2 Insufficient memory. no new claims to deallocate, preemption: …`. A new sentence that begins small is such a word.
 */
const AFTERTHOUGHT = /[.,]?\s*(?:no new claims|preemption:)|\.\s+(?=[a-z])/

export function withoutAfterthought(message: string): string {
  return (message.split(AFTERTHOUGHT)[0] ?? message).trim()
}

/** `0/5 nodes are available: 2 Insufficient cpu, 3 node(s) … . preemption: …` */
export function readRefusals(message: string): Refusal[] {
  const [, said = ''] = /nodes are available:\s*(.*)$/s.exec(message) ?? []
  return withoutAfterthought(said)
    .split(/,\s*(?=\d+\s)/)
    .map((part) => part.trim().replace(/\.$/, ''))
    .filter((part) => part !== '')
    .map(readRefusal)
}

function readRefusal(part: string): Refusal {
  const [, count, text = part] = /^(\d+)\s+(.*)$/s.exec(part) ?? []
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(text)
    if (match) return { kind, count: numberOf(count), text, word: match[1]?.replace(/:\s*$/, '') }
  }
  return { kind: 'other', count: numberOf(count), text, word: undefined }
}

function numberOf(count: string | undefined): number | undefined {
  return count === undefined ? undefined : Number(count)
}
