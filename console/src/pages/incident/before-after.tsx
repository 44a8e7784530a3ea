/** The target before and after, side by side; what else was read stands folded below. */
import { Table, Text } from '@mantine/core'
import { Fragment } from 'react'
import { phrase } from '../../language/phrase.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { type Clock, useClock } from '../../parts/clock.ts'
import { exactText } from '../../parts/exact-text.ts'
import { timesByClock } from '../../parts/times-by-clock.ts'
import { asWords, fieldWord, valueWord } from './field-words.ts'
import { Named } from './named.tsx'
import { Pairs } from './pairs.tsx'
import { layOut } from './quoted-output.ts'

type Fields = Readonly<Record<string, unknown>>

export function BeforeAfter({ before, after }: { before: Fields; after: Fields }) {
  const clock = useClock()
  const show = (value: unknown) => timesByClock(layOut(value), '', clock)
  const changed = Object.keys(after).filter((name) => read(before, name) !== read(after, name))
  // What was not read before has nothing to be compared with.
  const compared = changed.filter((name) => Object.hasOwn(before, name))
  const news = Object.fromEntries(Object.entries(after).filter(([name]) => !Object.hasOwn(before, name)))
  const rest = Object.fromEntries(Object.entries(before).filter(([name]) => !changed.includes(name)))
  return (
    <>
      {compared.length > 0 && <Compared names={compared} before={before} after={after} clock={clock} />}
      {Object.keys(news).length > 0 && (
        <Named name={phrase('Seen afterwards')}>
          <Pairs of={asWords(news)} show={show} />
        </Named>
      )}
      {Object.keys(rest).length > 0 && (
        <details>
          <Text component="summary" size="sm">
            {phrase('What else was read before')}
          </Text>
          <Pairs of={asWords(rest)} show={show} />
        </details>
      )}
    </>
  )
}

type ComparedProps = { names: readonly string[]; before: Fields; after: Fields; clock: Clock }

function Compared({ names, before, after, clock }: ComparedProps) {
  const tell = (fields: Fields, name: string) => timesByClock(read(fields, name), '', clock)
  return (
    <Table className="difference" layout="fixed" verticalSpacing={4} aria-label={phrase('Before and after')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{phrase('Field')}</Table.Th>
          <Table.Th>{phrase('Before')}</Table.Th>
          <Table.Th>{phrase('After')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Row key={name} name={name} was={tell(before, name)} is={tell(after, name)} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Row({ name, was, is }: { name: string; was: string; is: string }) {
  return (
    <Table.Tr>
      <Table.Td className="wrap-anywhere">
        <FieldName name={exactText(fieldWord(name))} />
      </Table.Td>
      <Table.Td className="raw">
        <del>
          <Breakable text={was} />
        </del>
      </Table.Td>
      <Table.Td className="raw">
        <ins>
          <Breakable text={is} />
        </ins>
      </Table.Td>
    </Table.Tr>
  )
}

/** On a phone `creationTimestamp` is broken between its words. */
function FieldName({ name }: { name: string }) {
  return name.split(/(?<=[a-z])(?=[A-Z])/).map((word) => (
    <Fragment key={word}>
      {word}
      <wbr />
    </Fragment>
  ))
}

function read(fields: Fields, name: string): string {
  return Object.hasOwn(fields, name) ? layOut(valueWord(fields[name])) : ''
}
