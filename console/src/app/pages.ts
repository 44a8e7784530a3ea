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
import { language } from '../language/language.ts'
import { phrase } from '../language/phrase.ts'

export const PAGES = [
  { to: '/', label: phrase('Now'), icon: IconFlame, key: 'n', help: ['console', 'now'] },
  { to: '/incidents', label: phrase('Incidents'), icon: IconListDetails, key: 'i', help: ['console', 'incidents'] },
  { to: '/silences', label: phrase('Silences'), icon: IconBellOff, key: 'l', help: ['silences', '', 'silences'] },
  { to: '/runs', label: phrase('Runs'), icon: IconRoute, key: 'r', help: ['console', 'runs'] },
  { to: '/knowledge', label: phrase('Knowledge'), icon: IconBook2, key: 'k', help: ['knowledge', '', 'knowledge'] },
  {
    to: '/environment',
    label: phrase('Environment'),
    icon: IconTopologyStar3,
    key: 'e',
    help: ['console', 'environment'],
  },
  { to: '/plugins', label: phrase('Plugins'), icon: IconPlugConnected, key: 'p', help: ['plugins', '', 'plugins'] },
] as const

export const SETTINGS_PAGE = {
  to: '/settings',
  label: phrase('Settings'),
  icon: IconSettings,
  key: 's',
  help: ['configuration', '', 'settings'],
} as const

export const ALL_PAGES = [...PAGES, SETTINGS_PAGE] as const

/** Which page of the documents tells about a path, and where in it. In Chinese there is the one about the console. */
export function helpFor(path: string): { name: string; hash: string } {
  if (/^\/incidents\/./.test(path)) return { name: 'console', hash: 'an-incident' }
  const page = ALL_PAGES.find(({ to }) => (to === '/' ? path === '/' : path.startsWith(to)))
  const [name, hash, inConsole = hash] = page?.help ?? ['console', '']
  return language === 'zh' ? { name: 'console', hash: inConsole } : { name, hash }
}
