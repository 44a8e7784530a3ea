import { Badge, Box, Divider, NavLink } from '@mantine/core'
import { IconCode, IconHelp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { phrase } from '../language/phrase.ts'
import { statusQuery } from '../server/queries.ts'
import { useMay } from '../server/session.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { helpFor, PAGES, SETTINGS_PAGE } from './pages.ts'

export function Navigation({ onChoose }: { onChoose: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isAdmin = useMay('admin')
  const waiting = useQuery(statusQuery).data?.pending_approvals ?? 0
  const pages = [...PAGES, ...(isAdmin ? [SETTINGS_PAGE] : [])]
  const help = helpFor(path)
  return (
    <nav aria-label={phrase('Pages')}>
      {pages.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          onClick={onChoose}
          label={label}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          rightSection={to === '/' && waiting > 0 && <Badge circle={waiting < 10}>{waiting}</Badge>}
          active={to === '/' ? path === '/' : path.startsWith(to)}
        />
      ))}
      <Divider my="xs" />
      <NavLink
        label={phrase('Help')}
        leftSection={<IconHelp size={18} stroke={1.6} aria-hidden />}
        active={path.startsWith('/help')}
        renderRoot={(props) => (
          <Link {...props} to="/help/$name" params={{ name: help.name }} hash={help.hash} onClick={onChoose} />
        )}
      />
      <NavLink href="/api/docs" label="API" leftSection={<IconCode size={18} stroke={1.6} aria-hidden />} />
      <Box hiddenFrom="sm" mt="xs">
        <LanguageSwitch />
      </Box>
    </nav>
  )
}
