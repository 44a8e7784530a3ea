/** Where the cause lies below the subject, how one leads to the other: told in one sentence with the first cause. */
import { isSame } from '../../cluster/pods/workload-pods.ts'
import type { Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain, type Link } from '../../signals/failure-chain.ts'
import { citeLine } from '../../signals/signal-finding.ts'

export function tellWay(findings: readonly Finding[], scene: Scene): readonly Finding[] {
  const [first, ...others] = findings
  const chain = first?.weight === 'cause' ? wayTo(first, scene) : []
  if (!first || chain.length < 2 || chain.every(({ name }) => first.statement.includes(name))) return findings
  const complaints = chain.flatMap(({ complaint }) => (complaint ? [citeLine(complaint)] : []))
  return [
    {
      ...first,
      statement: `${first.statement} The way there: ${chain[0]?.name} is not the origin, ${sayWay(chain)}.`,
      evidence: [...first.evidence, ...complaints],
    },
    ...others,
  ]
}

/** Nothing where the finding says it itself, or is about the subject or somebody who is not below it. */
function wayTo({ kind, subject }: Finding, scene: Scene): readonly Link[] {
  if (kind === 'failing_dependency') return []
  const chain = failureChain(scene)
  const at = chain.findIndex(({ workload }) => workload && isSame(workload, { namespace: '', ...subject }))
  return chain.slice(0, at + 1)
}

export function sayWay(chain: readonly Link[]): string {
  const names = chain.map(({ name }) => name)
  return `it fails because of ${names.slice(1).join(', which fails because of ')}`
}
