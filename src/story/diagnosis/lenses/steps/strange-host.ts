/** A host that is not what its siblings are: installed with something else, or there only since a while. */
import type { NodeView } from '../../cluster/cluster-scene.ts'

const SIBLINGS_LEAST = 2

/** By what it alone was installed with, while all others share theirs. */
export function builtOtherwise(node: NodeView, nodes: readonly NodeView[]): string[] {
  const others = nodes.filter((one) => one !== node)
  if (others.length < SIBLINGS_LEAST) return []
  return Object.entries(node.built)
    .filter(([part, own]) => {
      const [first, ...more] = others.map(({ built }) => built[part])
      return first !== undefined && first !== own && more.every((one) => one === first)
    })
    .map(([part]) => part)
}

const NEW_DAYS = 14
const TIMES = 5
const DAY_MS = 86_400_000

/** It came in these days, when all others had been there for long. */
export function isNewcomer({ createdAt }: NodeView, nodes: readonly NodeView[], now: Date): boolean {
  const ages = nodes.flatMap((one) => (one.createdAt ? [now.getTime() - one.createdAt.getTime()] : []))
  const own = createdAt ? now.getTime() - createdAt.getTime() : Number.POSITIVE_INFINITY
  const older = ages.filter((age) => age >= TIMES * own)
  return ages.length > SIBLINGS_LEAST && own <= NEW_DAYS * DAY_MS && older.length === ages.length - 1
}
