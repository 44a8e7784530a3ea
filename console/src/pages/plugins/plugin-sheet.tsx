import type { PluginItem } from '@contract/plugin.ts'
import { Alert, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { meaningOfPlugin } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import { tellTimes } from '../../parts/counts.ts'
import { OnlyLooking } from '../../parts/only-looking.tsx'
import { fieldsOf, type SchemaField } from '../../parts/schema-fields.ts'
import { useMay } from '../../server/session.ts'
import { pluginQuery } from './plugin-queries.ts'
import { CategoryBadge } from './plugin-table.tsx'
import { RunForm } from './run-form.tsx'

export function PluginSheet({ plugin }: { plugin: PluginItem }) {
  const fields = fieldsOf(plugin.parameters)
  return (
    <Stack>
      <Group gap="xs">
        <CategoryBadge category={plugin.category} />
        <Text size="sm" className="muted">
          {plugin.origin === 'custom' ? phrase('custom') : phrase('built-in')}
          {plugin.enabled ? '' : phrase(', taken out of use by DISABLED_PLUGINS')}
        </Text>
      </Group>
      <Text size="sm">{meaningOfPlugin(plugin)}</Text>
      <Use name={plugin.name} />
      <Title order={2}>{phrase('Parameters')}</Title>
      <Parameters fields={fields} />
      <Running plugin={plugin} fields={fields} />
    </Stack>
  )
}

function Use({ name }: { name: string }) {
  const { data } = useQuery(pluginQuery(name))
  if (!data) return null
  if (data.usage_count === 0)
    return (
      <Text size="sm" className="muted">
        {phrase('It was never used yet.')}
      </Text>
    )
  return (
    <Text size="sm">
      {phrase('Used {times}; {share} % succeeded; {avgDuration} s on average, over all instances.', {
        times: tellTimes(data.usage_count),
        share: Math.round(data.success_rate * 100),
        avgDuration: data.avg_duration.toFixed(2),
      })}
    </Text>
  )
}

function Parameters({ fields }: { fields: readonly SchemaField[] }) {
  if (fields.length === 0) return <Text size="sm">{phrase('It takes none.')}</Text>
  return (
    <Table.ScrollContainer minWidth={300} type="native" tabIndex={0} aria-label={phrase('Parameters')}>
      <Table verticalSpacing="xs">
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={field.name}>
              <Table.Td valign="top">
                <Text size="sm" ff="monospace">
                  {field.name}
                </Text>
                <Text size="xs" className="muted">
                  {field.type}
                  {field.isRequired ? phrase(', required') : ''}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">{field.description}</Text>
                {field.fallback !== undefined && (
                  <Text size="xs" className="muted">
                    {phrase('Default: {fallback}', { fallback: String(field.fallback) })}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Running({ plugin, fields }: { plugin: PluginItem; fields: readonly SchemaField[] }) {
  const isOperator = useMay('operator')
  if (plugin.category === 'remediation')
    return (
      <Alert color="gray" title={phrase('Not run by hand')}>
        {phrase('A remediation runs only as part of a plan that a person has confirmed.')}
      </Alert>
    )
  if (!plugin.enabled) return null
  if (!isOperator) return <OnlyLooking to={phrase('run plugins')} needs="operator" />
  return <RunForm name={plugin.name} fields={fields} />
}
