/** Every page with its way: in the navigation, by two keys, in the palette, and which document explains it. */
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

export const PAGES = [
  { to: '/', label: 'Now', icon: IconFlame, key: 'n', help: ['console', 'now'] },
  { to: '/incidents', label: 'Incidents', icon: IconListDetails, key: 'i', help: ['console', 'incidents'] },
  { to: '/silences', label: 'Silences', icon: IconBellOff, key: 'l', help: ['silences', ''] },
  { to: '/runs', label: 'Runs', icon: IconRoute, key: 'r', help: ['console', 'runs'] },
  { to: '/knowledge', label: 'Knowledge', icon: IconBook2, key: 'k', help: ['knowledge', ''] },
  { to: '/environment', label: 'Environment', icon: IconTopologyStar3, key: 'e', help: ['console', 'environment'] },
  { to: '/plugins', label: 'Plugins', icon: IconPlugConnected, key: 'p', help: ['plugins', ''] },
] as const

export const SETTINGS_PAGE = {
  to: '/settings',
  label: 'Settings',
  icon: IconSettings,
  key: 's',
  help: ['configuration', ''],
} as const

export const ALL_PAGES = [...PAGES, SETTINGS_PAGE] as const

/** Which page of the documents tells about a path, and where in it. */
export function helpFor(path: string): { name: string; hash: string } {
  if (/^\/incidents\/./.test(path)) return { name: 'console', hash: 'an-incident' }
  const page = ALL_PAGES.find(({ to }) => (to === '/' ? path === '/' : path.startsWith(to)))
  const [name, hash] = page?.help ?? ['console', '']
  return { name, hash }
}
