import '../../parts/stacked-table.css'
import type { PluginItem } from '@contract/plugin.ts'
import { Badge, Group, Table, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { meaningOfPlugin } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import { CHOICE } from '../../parts/choosing.ts'
import { pluginQuery } from './plugin-queries.ts'

type Props = { plugins: readonly PluginItem[]; onChoose: (name: string) => void }

export function PluginTable({ plugins, onChoose }: Props) {
  return (
    <Table.ScrollContainer minWidth={320} type="native" tabIndex={0} aria-label={phrase('Plugins')}>
      <Table highlightOnHover verticalSpacing="sm" className="surface stacked-table" withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{phrase('Plugin')}</Table.Th>
            <Table.Th>{phrase('Category')}</Table.Th>
            <Table.Th ta="right">{phrase('Runs|how many')}</Table.Th>
            <Table.Th ta="right">{phrase('Succeeded')}</Table.Th>
            <Table.Th ta="right" miw={110}>
              {phrase('On average')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {plugins.map((plugin) => (
            <PluginRow key={plugin.name} plugin={plugin} onChoose={onChoose} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function PluginRow({ plugin, onChoose }: { plugin: PluginItem; onChoose: (name: string) => void }) {
  const { data: use } = useQuery(pluginQuery(plugin.name))
  const wasUsed = use !== undefined && use.usage_count > 0
  return (
    <Table.Tr>
      <Table.Td>
        <UnstyledButton onClick={() => onChoose(plugin.name)} {...CHOICE}>
          <Group gap="xs">
            <Text size="sm" fw={600} ff="monospace">
              {plugin.name}
            </Text>
            {plugin.origin === 'custom' && <Badge variant="outline">{phrase('custom')}</Badge>}
            {!plugin.enabled && <Badge color="gray">{phrase('disabled')}</Badge>}
          </Group>
          <Text size="sm" className="muted" lineClamp={2}>
            {meaningOfPlugin(plugin)}
          </Text>
        </UnstyledButton>
      </Table.Td>
      <Table.Td data-label={phrase('Category')}>
        <CategoryBadge category={plugin.category} />
      </Table.Td>
      <Table.Td data-label={phrase('Runs|how many')} className="number">
        {use?.usage_count ?? ''}
      </Table.Td>
      <Table.Td data-label={phrase('Succeeded')} className="number">
        {wasUsed ? `${Math.round(use.success_rate * 100)} %` : '–'}
      </Table.Td>
      <Table.Td data-label={phrase('On average')} className="number">
        {wasUsed ? phrase('{avgDuration} s', { avgDuration: use.avg_duration.toFixed(2) }) : '–'}
      </Table.Td>
    </Table.Tr>
  )
}

/** Reading is calm, changing is not. */
export function CategoryBadge({ category }: { category: PluginItem['category'] }) {
  return (
    <Badge variant="light" color={category === 'remediation' ? 'ember' : 'blue'} tt="none" miw="max-content">
      {category === 'remediation' ? phrase('Changes systems') : phrase('Only reads')}
    </Badge>
  )
}
