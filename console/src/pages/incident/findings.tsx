/** Key findings, each with the calls that prove it: opening one shows the stored output with the quoted words marked. */
import type { Diagnosis } from '@contract/incident-course.ts'
import { Text, UnstyledButton } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { Said } from '../../parts/said.tsx'
import { type Proof, Proofs } from './proofs.tsx'

type Props = {
  diagnosis: Diagnosis
  /** The one that is the conclusion: it is read first, and said once. */
  lead: number | undefined
  nameOf: (call: string) => string
  onOpen: (evidence: number) => void
}

export function Findings({ diagnosis, lead, nameOf, onOpen }: Props) {
  const { key_findings, evidence } = diagnosis
  if (key_findings.length === 0) return null
  const inOrder = [...key_findings.entries()].toSorted(
    ([one], [other]) => Number(other === lead) - Number(one === lead),
  )
  const proofsOf = (finding: number) => [...evidence.entries()].filter(([, one]) => one.finding === finding)
  return (
    <div>
      {lead === undefined && (
        <Text size="sm" fw={600} aria-hidden>
          {phrase('Key findings')}
        </Text>
      )}
      <ol aria-label={phrase('Key findings')} className="findings">
        {inOrder.map(([at, text]) => (
          <li key={text}>
            <Finding text={text} isLead={at === lead} proofs={proofsOf(at)} onOpen={onOpen} />
            <Proofs proofs={proofsOf(at)} nameOf={nameOf} onOpen={onOpen} />
          </li>
        ))}
      </ol>
    </div>
  )
}

type FindingProps = { text: string; isLead: boolean; proofs: readonly Proof[]; onOpen: Props['onOpen'] }

function Finding({ text, isLead, proofs: [first], onOpen }: FindingProps) {
  const words = (
    <Text size={isLead ? 'md' : 'sm'} className="wrap-anywhere">
      <Said text={text} />
    </Text>
  )
  if (!first) return <div className="stop">{words}</div>
  return (
    <UnstyledButton className="stop" data-stop onClick={() => onOpen(first[0])}>
      {words}
    </UnstyledButton>
  )
}
