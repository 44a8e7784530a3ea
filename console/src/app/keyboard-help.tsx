/** What `?` shows. Pages listen to their own keys; here they are only told. */
import { Kbd, Modal, Table } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { phrase } from '../language/phrase.ts'
import { listed } from '../parts/listed.ts'
import { useMay } from '../server/session.ts'
import { ALL_PAGES, PAGES } from './pages.ts'

type Key = readonly [key: string, meaning: string]

const ofPages = (pages: typeof PAGES | typeof ALL_PAGES): Key => [
  phrase('g, then a letter'),
  // A letter stays with its page.
  phrase('to a page: {pages}', { pages: listed(pages.map(({ key, label }) => `${key}\u00a0${label}`)) }),
]

const OF_EVERYBODY: readonly Key[] = [
  ['/', phrase('search this page')],
  ['j / k', phrase('next, previous')],
  ['Enter', phrase('open what is chosen')],
]

/** Who may only look has none of these. */
const OF_OPERATORS: readonly Key[] = [
  ['x', phrase('choose the row, or no longer')],
  ['e', phrase('resolve what is chosen (asks a second time)')],
  ['i', phrase('ignore what is chosen (asks a second time)')],
  ['c', phrase('confirm the plan shown (asks a second time)')],
  ['r', phrase('reject the plan shown')],
]

function useKeys(): Key[] {
  const isAdmin = useMay('admin')
  return [
    ['Ctrl K', phrase('go to a page, an incident, a runbook, a plugin, a setting')],
    ofPages(isAdmin ? ALL_PAGES : PAGES),
    ...OF_EVERYBODY,
    ...(useMay('operator') ? OF_OPERATORS : []),
    ['?', phrase('this help')],
  ]
}

export function KeyboardHelp() {
  const [isOpen, { open, close }] = useDisclosure()
  const keys = useKeys()
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ])
  return (
    <Modal opened={isOpen} onClose={close} title={phrase('Keys|of the keyboard')}>
      <Table>
        <Table.Tbody>
          {keys.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td w={150}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
