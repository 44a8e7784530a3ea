/** Key findings, each with the calls that prove it: opening one shows the stored output with the quoted words marked. */
import type { Diagnosis } from '@contract/incident-course.ts'
import { Button, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { Said } from '../../parts/said.tsx'
import { type Proof, Proofs } from './proofs.tsx'
import { newsBelow } from './said-once.ts'

type Props = {
  diagnosis: Diagnosis
  /** The one that is the conclusion: it is read first, and said once. */
  lead: number | undefined
  /** What was concluded. */
  above: string
  /** Above, with its proof. */
  isTold: (finding: string) => boolean
  nameOf: (call: string) => string
  onOpen: (evidence: number) => void
}

/** As many as are read at night; the others wait behind a press. */
const SHOWN = 8

export function Findings({ diagnosis, lead, above, isTold, nameOf, onOpen }: Props) {
  const { key_findings, evidence } = diagnosis
  const [isWhole, setIsWhole] = useState(false)
  const inOrder = [...key_findings.entries()]
    .filter(([, text]) => !isTold(text))
    .toSorted(([one], [other]) => Number(other === lead) - Number(one === lead))
  if (inOrder.length === 0) return null
  // One more than the bound is not worth a press.
  const shown = isWhole || inOrder.length <= SHOWN + 1 ? inOrder : inOrder.slice(0, SHOWN)
  const proofsOf = (finding: number) => [...evidence.entries()].filter(([, one]) => one.finding === finding)
  return (
    <div>
      {lead === undefined && (
        <Text size="sm" fw={600} aria-hidden>
          {phrase('Key findings')}
        </Text>
      )}
      <ol aria-label={phrase('Key findings')} className="findings">
        {shown.map(([at, text]) => (
          <li key={text}>
            <Finding
              text={at === lead ? text : newsBelow(above, text)}
              isLead={at === lead}
              proofs={proofsOf(at)}
              onOpen={onOpen}
            />
            <Proofs proofs={proofsOf(at)} nameOf={nameOf} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {shown.length < inOrder.length && (
        <Button size="compact-sm" variant="default" onClick={() => setIsWhole(true)}>
          {phrase('{count} more findings', { count: inOrder.length - shown.length })}
        </Button>
      )}
    </div>
  )
}

type FindingProps = { text: string; isLead: boolean; proofs: readonly Proof[]; onOpen: Props['onOpen'] }

function Finding({ text, isLead, proofs: [first], onOpen }: FindingProps) {
  const words = (
    <Text size={isLead ? 'md' : 'sm'} className="wrap-anywhere">
      {text === '' ? phrase('As said above.') : <Said text={text} />}
    </Text>
  )
  if (!first) return <div className="stop">{words}</div>
  return (
    <UnstyledButton className="stop" data-stop onClick={() => onOpen(first[0])}>
      {words}
    </UnstyledButton>
  )
}
