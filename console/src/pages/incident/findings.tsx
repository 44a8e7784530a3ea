/** Key findings, each with the calls that prove it: opening one shows the stored output with the quoted words marked. */
import type { Diagnosis } from '@contract/incident-course.ts'
import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { exactText } from '../../parts/exact-text.ts'

type Props = { diagnosis: Diagnosis; onOpen: (evidence: number) => void }

export function Findings({ diagnosis, onOpen }: Props) {
  const { key_findings, evidence } = diagnosis
  if (key_findings.length === 0) return null
  const proofsOf = (finding: number) => [...evidence.entries()].filter(([, one]) => one.finding === finding)
  return (
    <div>
      <Text size="sm" fw={600} id="findings">
        Key findings
      </Text>
      <ol aria-labelledby="findings" style={{ margin: 0, paddingInlineStart: 0, listStyle: 'none' }}>
        {key_findings.map((text, at) => (
          <li key={text}>
            <Finding text={text} proofs={proofsOf(at)} onOpen={onOpen} />
          </li>
        ))}
      </ol>
    </div>
  )
}

type Proof = [number, Diagnosis['evidence'][number]]

function Finding({ text, proofs, onOpen }: { text: string; proofs: readonly Proof[]; onOpen: Props['onOpen'] }) {
  const [first] = proofs
  const words = (
    <Text size="sm" className="wrap-anywhere">
      {exactText(text)}
    </Text>
  )
  return (
    <>
      {first ? (
        <UnstyledButton className="stop" data-stop onClick={() => onOpen(first[0])}>
          {words}
        </UnstyledButton>
      ) : (
        <div className="stop">{words}</div>
      )}
      <Group gap={4} pl={8} pb={4}>
        {proofs.map(([number, { call, plugin, quote }]) => (
          <Button
            key={number}
            size="compact-xs"
            variant="subtle"
            leftSection={<IconFileSearch size={14} aria-hidden />}
            title={quote}
            maw="100%"
            onClick={() => onOpen(number)}
          >
            {call} {plugin} · {shortQuote(quote)}
          </Button>
        ))}
      </Group>
    </>
  )
}

const QUOTE_SHOWN = 48

function shortQuote(quote: string): string {
  const line = exactText(quote.replace(/\s+/g, ' '))
  return line.length > QUOTE_SHOWN ? `${line.slice(0, QUOTE_SHOWN)}…` : line
}
