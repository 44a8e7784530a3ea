/** What `?` shows. Pages listen to their own keys; here they are only told. */
import { Kbd, Modal, Table } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { ALL_PAGES } from './pages.ts'

const KEYS = [
  ['Ctrl K', 'go to a page, an incident, a runbook, a plugin, a setting'],
  ['g, then a letter', `to a page: ${ALL_PAGES.map(({ key, label }) => `${key} ${label}`).join(', ')}`],
  ['/', 'search this page'],
  ['j / k', 'next, previous'],
  ['Enter', 'open what is chosen'],
  ['x', 'choose the row, or no longer'],
  ['e', 'resolve what is chosen (asks a second time)'],
  ['i', 'ignore what is chosen (asks a second time)'],
  ['c', 'confirm the plan shown (asks a second time)'],
  ['r', 'reject the plan shown'],
  ['?', 'this help'],
] as const

export function KeyboardHelp() {
  const [isOpen, { open, close }] = useDisclosure()
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ])
  return (
    <Modal opened={isOpen} onClose={close} title="Keys">
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
