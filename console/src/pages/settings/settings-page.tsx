/** What people have told the service: its settings, who holds a key, and who changed what. Only administrators come here. */
import { Stack, Tabs, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { OnlyLooking } from '../../parts/only-looking.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { useMay } from '../../server/session.ts'
import { AuditTrail } from './audit-trail.tsx'
import { Keys } from './keys.tsx'
import { SettingGroups } from './setting-groups.tsx'

const route = getRouteApi('/settings')

export function SettingsPage() {
  usePageTitle(phrase('Settings'))
  const { part = 'settings' } = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useMay('admin')
  if (!isAdmin)
    return (
      <Stack>
        <Title order={1}>{phrase('Settings')}</Title>
        <EmptyNote title={phrase('Settings are for administrators')}>
          <OnlyLooking to={phrase('change settings')} needs="admin" />
        </EmptyNote>
      </Stack>
    )
  const choose = (chosen: string | null) =>
    void navigate({ search: chosen === 'settings' || chosen === null ? {} : { part: chosen } })
  return (
    <Stack>
      <Title order={1}>{phrase('Settings')}</Title>
      <Tabs value={part} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="settings">{phrase('Settings')}</Tabs.Tab>
          <Tabs.Tab value="keys">{phrase('Keys')}</Tabs.Tab>
          <Tabs.Tab value="audit">{phrase('Audit trail')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings">
          <SettingGroups />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <Keys />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditTrail />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
