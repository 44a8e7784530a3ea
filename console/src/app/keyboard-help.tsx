/** What `?` shows. Pages listen to their own keys; here they are only told. */
import { Kbd, Modal, Table } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'

const KEYS = [
  ['j / k', 'next, previous'],
  ['Enter', 'open what is chosen'],
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
              <Table.Td w={100}>
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
