import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupOfSettings } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { MarkedText } from '../../parts/marked-text.tsx'
import { groupsOf } from './setting-group.ts'
import { SettingRow } from './setting-row.tsx'
import { settingsQuery } from './settings-queries.ts'

const route = getRouteApi('/settings')

export function SettingGroups() {
  const { setting } = route.useSearch()
  const settings = useQuery(settingsQuery)
  if (settings.isPending) return <Loading lines={10} />
  if (settings.isError) return <ErrorNote error={settings.error} retry={settings.refetch} />
  const groups = groupsOf(settings.data).map(groupOfSettings)
  return (
    <Stack>
      <Group gap="md" component="nav" aria-label={phrase('Groups of settings')}>
        {groups.map(({ name }) => (
          <Anchor key={name} href={`#group-${name}`} size="sm">
            {name}
          </Anchor>
        ))}
      </Group>
      {groups.map(({ name, about, entries }) => (
        <Paper
          key={name}
          withBorder
          p="md"
          className="surface"
          component="section"
          id={`group-${name}`}
          aria-label={name}
        >
          <Title order={2}>{name}</Title>
          <Text size="sm" className="muted" mb="sm">
            <MarkedText text={about} />
          </Text>
          <Stack gap={0}>
            {entries.map((entry) => (
              <SettingRow key={entry.key} entry={entry} isSought={entry.key === setting} />
            ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
