import type { Key } from '@contract/access.ts'
import { Badge, Button, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { Moment } from '../../parts/moment.tsx'
import classes from './settings.module.css'

type Props = { keys: readonly Key[]; onRevoke: (key: Key) => void }

export function KeyTable({ keys, onRevoke }: Props) {
  return (
    <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} aria-label={phrase('Keys')}>
      <Table verticalSpacing="sm" withTableBorder className="surface">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{phrase('Name')}</Table.Th>
            <Table.Th>{phrase('Role')}</Table.Th>
            <Table.Th>{phrase('Issued')}</Table.Th>
            <Table.Th pos="relative">
              <span className="visually-hidden">{phrase('Revoke')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td className="wrap-anywhere">
                <Name of={key} />
              </Table.Td>
              <Table.Td>{key.role}</Table.Td>
              <Table.Td>
                <Issue of={key} />
              </Table.Td>
              <Table.Td ta="right">
                <Revocation of={key} onRevoke={onRevoke} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The table of a narrow screen. */
export function KeyCards({ keys, onRevoke }: Props) {
  return (
    <Stack gap="xs" component="ul" className={classes.cards} aria-label={phrase('Keys')}>
      {keys.map((key) => (
        <Paper key={key.id} withBorder p="sm" className="surface wrap-anywhere" component="li">
          <Group justify="space-between" wrap="nowrap">
            <Text component="div">
              <Name of={key} />
            </Text>
            <Revocation of={key} onRevoke={onRevoke} />
          </Group>
          <Text size="sm" className="muted" component="div">
            {richPhrase('{role}, {issued}', { role: key.role, issued: <Issue of={key} /> })}
          </Text>
        </Paper>
      ))}
    </Stack>
  )
}

function Name({ of: { name, id } }: { of: Key }) {
  return (
    <>
      {name}{' '}
      <Text span size="xs" ff="monospace" className="muted">
        {id}
      </Text>
    </>
  )
}

function Issue({ of: { created_at, created_by } }: { of: Key }) {
  return <>{richPhrase('{moment} by {createdBy}', { moment: <Moment at={created_at} />, createdBy: created_by })}</>
}

function Revocation({ of: key, onRevoke }: { of: Key; onRevoke: Props['onRevoke'] }) {
  if (key.revoked_at)
    return (
      <Badge color="gray" tt="none" className={classes.whole}>
        {phrase('revoked')}
      </Badge>
    )
  return (
    <Button
      size="xs"
      variant="default"
      className={classes.whole}
      onClick={() => onRevoke(key)}
      aria-label={phrase('Revoke {name}', { name: key.name })}
    >
      {phrase('Revoke')}
    </Button>
  )
}
