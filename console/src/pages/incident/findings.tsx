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

type Told = { at: number; text: string }

export function Findings({ diagnosis, lead, isTold, ...shown }: Props) {
  const { key_findings, beside, situation } = diagnosis
  const isBeside = ({ at }: Told) => at !== lead && beside.some(({ finding }) => finding === at)
  const all = [...key_findings.entries()].map(([at, text]) => ({ at, text })).filter(({ text }) => !isTold(text))
  const own = all
    .filter((one) => !isBeside(one))
    .toSorted((one, other) => Number(other.at === lead) - Number(one.at === lead))
  const others = all.filter(isBeside)
  const list = { ...shown, diagnosis, lead }
  return (
    <>
      {own.length > 0 && (
        <div>
          {lead === undefined && (
            <Text size="sm" fw={600} aria-hidden>
              {phrase('Key findings')}
            </Text>
          )}
          <List {...list} name={phrase('Key findings')} findings={own} />
        </div>
      )}
      {others.length > 0 && (
        // Where no cause is known, it may be one of them.
        <details open={own.length === 0 || situation === 'unclear'}>
          <summary>
            {phrase('Seen at that time, and tied to the alert by nothing ({count})', { count: others.length })}
          </summary>
          <List {...list} name={phrase('Seen beside the alert')} findings={others} />
        </details>
      )}
    </>
  )
}

type ListProps = Omit<Props, 'isTold'> & { name: string; findings: readonly Told[] }

function List({ diagnosis: { evidence }, lead, above, name, findings, nameOf, onOpen }: ListProps) {
  const [isWhole, setIsWhole] = useState(false)
  // One more than the bound is not worth a press.
  const shown = isWhole || findings.length <= SHOWN + 1 ? findings : findings.slice(0, SHOWN)
  const proofsOf = (finding: number) => [...evidence.entries()].filter(([, one]) => one.finding === finding)
  return (
    <>
      <ol aria-label={name} className="findings">
        {shown.map(({ at, text }) => (
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
      {shown.length < findings.length && (
        <Button size="compact-sm" variant="default" onClick={() => setIsWhole(true)}>
          {phrase('{count} more findings', { count: findings.length - shown.length })}
        </Button>
      )}
    </>
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
