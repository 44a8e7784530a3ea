/** The calls that prove a finding, each once, with the words of its output that are quoted. */
import type { Diagnosis } from '@contract/incident-course.ts'
import { Button, Group, Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { toolName } from '../../parts/tool-names.ts'
import { tellQuote } from './quote-words.ts'

export type Proof = [number: number, evidence: Diagnosis['evidence'][number]]

type Props = { proofs: readonly Proof[]; nameOf: (call: string) => string; onOpen: (evidence: number) => void }

export function Proofs({ proofs, nameOf, onOpen }: Props) {
  const calls = [...Map.groupBy(proofs, ([, { call }]) => call)]
  return calls.map(([call, quotes]) => (
    <Group key={call} gap={4} pb={4}>
      <Text size="xs" className="muted" span>
        {nameOf(call)} {exactText(toolName(quotes[0]?.[1].plugin ?? ''))}
      </Text>
      {eachOnce(quotes).map(([number, { quote }]) => (
        <Button
          key={number}
          size="compact-xs"
          variant="default"
          title={quote}
          aria-label={phrase('{nameOf} says {quote}', { nameOf: nameOf(call), quote: tellQuote(quote) })}
          maw="100%"
          className="quote"
          fw={400}
          onClick={() => onOpen(number)}
        >
          {tellQuote(quote)}
        </Button>
      ))}
    </Group>
  ))
}

/** Lines that differ in their numbers may read the same; the output that opens shows them all. */
function eachOnce(quotes: readonly Proof[]): Proof[] {
  return [...Map.groupBy(quotes, ([, { quote }]) => tellQuote(quote)).values()].flatMap(([first]) =>
    first ? [first] : [],
  )
}
