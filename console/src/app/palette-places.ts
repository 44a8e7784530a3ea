/** Where the palette leads: pages, documents, plugins and settings by their name, incidents and runbooks by a search. */
import type { IncidentList } from '@contract/incident.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { NavigateOptions } from '@tanstack/react-router'
import { phrase } from '../language/phrase.ts'
import { HELP_TITLES } from '../pages/help/help-titles.ts'
import { settingsQuery } from '../pages/settings/settings-queries.ts'
import { exactText } from '../parts/exact-text.ts'
import { incidentTitle } from '../parts/incident-title.ts'
import { get, withQuery } from '../server/ask.ts'
import { pluginsQuery } from '../server/queries.ts'
import { useMay } from '../server/session.ts'
import { byFit } from './by-fit.ts'
import { PAGES, SETTINGS_PAGE } from './pages.ts'

export type Place = { id: string; label: string; kind: string } & (
  | { href?: undefined; link: NavigateOptions }
  | { href: string; link?: undefined }
)

const EACH_MAX = 6
/** A single letter finds everything and nothing. */
const LETTERS_MIN = 2

type Group = { places: Place[]; isAwaited: boolean }
/** `isFirstToCome`: what will stand first is not known yet. */
type Places = { places: Place[]; isFirstToCome: boolean }

/** `words` as they are typed narrow what is here; `asked`, after a pause, is searched for. */
export function usePlaces(words: string, asked: string): Places {
  const isAdmin = useMay('admin')
  const searched = useSearched(words, asked)
  const plugins = useQuery(pluginsQuery)
  const settings = useQuery({ ...settingsQuery, enabled: isAdmin })
  const named = [...pagesFor(isAdmin), ...helpPlaces()]
  if (words === '') return { places: named, isFirstToCome: false }
  const matching = (places: Place[] = []) => places.filter(({ label }) => has(label, words)).slice(0, EACH_MAX)
  return inOrder([
    { places: matching(named), isAwaited: false },
    ...searched,
    { places: matching(plugins.data?.plugins.map(({ name }) => pluginPlace(name))), isAwaited: plugins.isLoading },
    { places: matching(settings.data?.settings.map(({ key }) => settingPlace(key))), isAwaited: settings.isLoading },
  ])
}

function useSearched(words: string, asked: string): Group[] {
  const enabled = asked.length >= LETTERS_MIN
  const incidents = useQuery({ ...incidentsQuery(asked), enabled })
  const entries = useQuery({ ...entriesQuery(asked), enabled })
  if (words.length < LETTERS_MIN) return []
  const isAwaited = (query: { isLoading: boolean; isPlaceholderData: boolean }) =>
    words !== asked || query.isLoading || query.isPlaceholderData
  const found = <T>(items: T[] = []) => (enabled ? items : [])
  return [
    {
      places: byFit(
        found(incidents.data?.items).map(({ id, title }) => incidentPlace(id, title)),
        words,
      ),
      isAwaited: isAwaited(incidents),
    },
    {
      places: byFit(
        found(entries.data?.items).map(({ id, title }) => entryPlace(id, title)),
        words,
      ),
      isAwaited: isAwaited(entries),
    },
  ]
}

function inOrder(groups: Group[]): Places {
  const first = groups.find(({ places, isAwaited }) => isAwaited || places.length > 0)
  return { places: groups.flatMap(({ places }) => places), isFirstToCome: first?.isAwaited ?? false }
}

const has = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase())

function pagesFor(isAdmin: boolean): Place[] {
  const pages = [...PAGES, ...(isAdmin ? [SETTINGS_PAGE] : [])]
  return [
    ...pages.map(({ to, label, key }) => ({ id: to, label, kind: phrase('page · g {key}', { key }), link: { to } })),
    { id: '/api/docs', label: phrase('The API'), kind: phrase('page'), href: '/api/docs' },
  ]
}

function helpPlaces(): Place[] {
  return Object.entries(HELP_TITLES).map(([name, title]) => ({
    id: `help ${name}`,
    label: title,
    kind: phrase('help'),
    link: { to: '/help/$name', params: { name } },
  }))
}

function incidentPlace(id: string, title: string): Place {
  return {
    id,
    label: `${id} ${incidentTitle(title)}`,
    kind: phrase('incident'),
    link: { to: '/incidents/$id', params: { id } },
  }
}

function entryPlace(id: string, title: string): Place {
  return {
    id: `entry ${id}`,
    label: exactText(title),
    kind: phrase('runbook'),
    link: { to: '/knowledge', search: { entry: id } },
  }
}

function pluginPlace(name: string): Place {
  return {
    id: `plugin ${name}`,
    label: name,
    kind: phrase('plugin'),
    link: { to: '/plugins', search: { plugin: name } },
  }
}

function settingPlace(key: string): Place {
  return {
    id: `setting ${key}`,
    label: key,
    kind: phrase('setting'),
    link: { to: '/settings', search: { setting: key } },
  }
}

const incidentsQuery = (search: string) =>
  queryOptions({
    queryKey: ['incidents', 'palette', search],
    queryFn: ({ signal }) => get<IncidentList>(withQuery('/api/incidents', { search, page_size: EACH_MAX }), signal),
    placeholderData: keepPreviousData,
  })

const entriesQuery = (search: string) =>
  queryOptions({
    queryKey: ['knowledge', 'palette', search],
    queryFn: ({ signal }) =>
      get<{ items: { id: string; title: string }[] }>(
        withQuery('/api/knowledge', { search, page_size: EACH_MAX }),
        signal,
      ),
    placeholderData: keepPreviousData,
  })
