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
import { phrase } from '../language/phrase.ts'

export const PAGES = [
  { to: '/', label: phrase('Now'), icon: IconFlame, key: 'n', help: ['console', 'now'] },
  { to: '/incidents', label: phrase('Incidents'), icon: IconListDetails, key: 'i', help: ['console', 'incidents'] },
  { to: '/silences', label: phrase('Silences'), icon: IconBellOff, key: 'l', help: ['silences', ''] },
  { to: '/runs', label: phrase('Runs'), icon: IconRoute, key: 'r', help: ['console', 'runs'] },
  { to: '/knowledge', label: phrase('Knowledge'), icon: IconBook2, key: 'k', help: ['knowledge', ''] },
  {
    to: '/environment',
    label: phrase('Environment'),
    icon: IconTopologyStar3,
    key: 'e',
    help: ['console', 'environment'],
  },
  { to: '/plugins', label: phrase('Plugins'), icon: IconPlugConnected, key: 'p', help: ['plugins', ''] },
] as const

export const SETTINGS_PAGE = {
  to: '/settings',
  label: phrase('Settings'),
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
