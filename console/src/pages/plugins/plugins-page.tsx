/** The hands of Firebreak: what it can look at, what it could do, and how that went so far. */
import { Drawer, Group, SegmentedControl, Stack, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { meaningOfPlugin } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import { useChoosing } from '../../parts/choosing.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { withoutEmpty } from '../../parts/without-empty.ts'
import { pluginsQuery } from '../../server/queries.ts'
import { PluginSheet } from './plugin-sheet.tsx'
import { PluginTable } from './plugin-table.tsx'

const route = getRouteApi('/plugins')

export function PluginsPage() {
  useChoosing()
  usePageTitle(phrase('Plugins'))
  const { search = '', category = 'all', plugin } = route.useSearch()
  const navigate = route.useNavigate()
  const plugins = useQuery(pluginsQuery)
  const change = (changes: { search?: string; category?: string; plugin?: string }) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...changes }), replace: true })
  if (plugins.isPending) return <Loading />
  if (plugins.isError) return <ErrorNote error={plugins.error} retry={plugins.refetch} />
  const wanted = plugins.data.plugins.filter(
    (one) =>
      (category === 'all' || one.category === category) &&
      `${one.name} ${one.description} ${meaningOfPlugin(one)}`.toLowerCase().includes(search.toLowerCase()),
  )
  const chosen = plugins.data.plugins.find(({ name }) => name === plugin)
  return (
    <Stack>
      <Title order={1}>{phrase('Plugins')}</Title>
      <Group justify="space-between" align="end">
        <TextInput
          type="search"
          label={phrase('Search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => change({ search: event.currentTarget.value })}
        />
        <SegmentedControl
          aria-label={phrase('Category')}
          value={category}
          onChange={(value) => change({ category: value === 'all' ? '' : value })}
          data={[
            { value: 'all', label: phrase('All {total}', { total: plugins.data.total }) },
            { value: 'diagnostic', label: phrase('Diagnostic {diagnostic}', { diagnostic: plugins.data.diagnostic }) },
            {
              value: 'remediation',
              label: phrase('Remediation {remediation}', { remediation: plugins.data.remediation }),
            },
          ]}
        />
      </Group>
      {wanted.length === 0 ? (
        <EmptyNote title={phrase('No plugin matches')}>
          {phrase('Change the search, or show all categories.')}
        </EmptyNote>
      ) : (
        <PluginTable plugins={wanted} onChoose={(name) => change({ plugin: name })} />
      )}
      <Drawer
        opened={chosen !== undefined}
        onClose={() => change({ plugin: '' })}
        position="right"
        size="lg"
        title={chosen?.name}
        closeButtonProps={{ 'aria-label': phrase('Close') }}
      >
        {chosen && <PluginSheet key={chosen.name} plugin={chosen} />}
      </Drawer>
    </Stack>
  )
}
