import { Badge, NavLink } from '@mantine/core'
import {
  IconBellOff,
  IconBook2,
  IconFlame,
  IconListDetails,
  IconPlugConnected,
  IconRoute,
  IconSettings,
  IconTopologyStar3,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { statusQuery } from '../server/queries.ts'
import { useMay } from '../server/session.ts'

const PAGES = [
  { to: '/', label: 'Now', icon: IconFlame },
  { to: '/incidents', label: 'Incidents', icon: IconListDetails },
  { to: '/silences', label: 'Silences', icon: IconBellOff },
  { to: '/runs', label: 'Runs', icon: IconRoute },
  { to: '/knowledge', label: 'Knowledge', icon: IconBook2 },
  { to: '/environment', label: 'Environment', icon: IconTopologyStar3 },
  { to: '/plugins', label: 'Plugins', icon: IconPlugConnected },
] as const

export function Navigation({ onChoose }: { onChoose: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isAdmin = useMay('admin')
  const waiting = useQuery(statusQuery).data?.pending_approvals ?? 0
  const pages = [...PAGES, ...(isAdmin ? [{ to: '/settings', label: 'Settings', icon: IconSettings } as const] : [])]
  return (
    <nav aria-label="Pages">
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
    </nav>
  )
}
