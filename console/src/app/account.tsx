/** Who is signed in, light or dark, and the way out. */
import {
  ActionIcon,
  Badge,
  Button,
  Group,
  Menu,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconBroadcast, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { phrase } from '../language/phrase.ts'
import { useLive } from '../server/live.tsx'
import { sessionQuery } from '../server/session.ts'
import { ClockSwitch } from './clock-switch.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { useLeaving } from './use-leaving.ts'

export function Account() {
  return (
    <Group gap="xs" wrap="nowrap">
      <LiveMark />
      <ClockSwitch />
      <LanguageSwitch visibleFrom="sm" />
      <SchemeSwitch />
      <Person />
    </Group>
  )
}

function LiveMark() {
  const isLive = useLive() === 'live'
  return (
    <Badge
      variant="light"
      color={isLive ? 'green' : 'yellow'}
      leftSection={<IconBroadcast size={12} aria-hidden />}
      visibleFrom="xs"
    >
      {isLive ? phrase('Live') : phrase('Not live')}
    </Badge>
  )
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={other === 'light' ? phrase('Switch to light') : phrase('Switch to dark')}
      onClick={() => setColorScheme(other)}
    >
      {other === 'light' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  )
}

function Person() {
  const { data: session } = useQuery(sessionQuery)
  const leave = useLeaving()
  if (!session) return null
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <Button
          variant="default"
          className="account-button"
          leftSection={<IconUser size={16} aria-hidden />}
          aria-label={phrase('Signed in as {name}', { name: session.name })}
        >
          <Text size="sm" visibleFrom="sm">
            {session.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.name}, {session.role}
        </Menu.Label>
        {session.is_open ? (
          <Menu.Item disabled>{phrase('No key exists, so nobody signs in')}</Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
            {phrase('Sign out')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
