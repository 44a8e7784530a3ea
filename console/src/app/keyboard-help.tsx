/** What `?` shows. Pages listen to their own keys; here they are only told. */
import { Kbd, Modal, Table } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { phrase } from '../language/phrase.ts'
import { listed } from '../parts/listed.ts'
import { ALL_PAGES } from './pages.ts'

const KEYS = [
  ['Ctrl K', phrase('go to a page, an incident, a runbook, a plugin, a setting')],
  [
    phrase('g, then a letter'),
    // A letter stays with its page.
    phrase('to a page: {pages}', { pages: listed(ALL_PAGES.map(({ key, label }) => `${key}\u00a0${label}`)) }),
  ],
  ['/', phrase('search this page')],
  ['j / k', phrase('next, previous')],
  ['Enter', phrase('open what is chosen')],
  ['x', phrase('choose the row, or no longer')],
  ['e', phrase('resolve what is chosen (asks a second time)')],
  ['i', phrase('ignore what is chosen (asks a second time)')],
  ['c', phrase('confirm the plan shown (asks a second time)')],
  ['r', phrase('reject the plan shown')],
  ['?', phrase('this help')],
] as const

export function KeyboardHelp() {
  const [isOpen, { open, close }] = useDisclosure()
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ])
  return (
    <Modal opened={isOpen} onClose={close} title={phrase('Keys|of the keyboard')}>
      <Table>
        <Table.Tbody>
          {KEYS.map(([key, meaning]) => (
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
