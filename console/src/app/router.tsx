/** Every page by its address. Pages are loaded when they are first opened, so that the first one comes quickly. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { SEARCH_NAMES } from '../pages/incidents/incidents-queries.ts'
import { ErrorNote } from '../parts/error-note.tsx'
import { Loading } from '../parts/loading.tsx'
import { NoSuchPage } from './no-such-page.tsx'
import { part } from './renew.ts'
import { Shell } from './shell.tsx'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NoSuchPage })

const nowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(
    part(() => import('../pages/now/now-page.tsx')),
    'NowPage',
  ),
})

const incidentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/incidents',
  validateSearch: (search: Record<string, unknown>) => texts(search, SEARCH_NAMES),
  component: lazyRouteComponent(
    part(() => import('../pages/incidents/incidents-page.tsx')),
    'IncidentsPage',
  ),
})

const incidentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/incidents/$id',
  validateSearch: (search: Record<string, unknown>) => texts(search, ['open', 'part', 'kinds', 'order']),
  component: lazyRouteComponent(
    part(() => import('../pages/incident/incident-page.tsx')),
    'IncidentPage',
  ),
})

const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/incidents/$id/report',
  component: lazyRouteComponent(
    part(() => import('../pages/report/report-page.tsx')),
    'ReportPage',
  ),
})

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: (search: Record<string, unknown>) => texts(search, ['state', 'incident', 'page', 'run']),
  component: lazyRouteComponent(
    part(() => import('../pages/runs/runs-page.tsx')),
    'RunsPage',
  ),
})

const silencesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/silences',
  validateSearch: (search: Record<string, unknown>) => texts(search, ['state', 'page', 'silence']),
  component: lazyRouteComponent(
    part(() => import('../pages/silences/silences-page.tsx')),
    'SilencesPage',
  ),
})

const knowledgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge',
  validateSearch: (search: Record<string, unknown>) => texts(search, ['search', 'category', 'entry', 'edit', 'page']),
  component: lazyRouteComponent(
    part(() => import('../pages/knowledge/knowledge-page.tsx')),
    'KnowledgePage',
  ),
})

/** As the API has it, and as people guess it. */
const entryDoorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/knowledge', search: { entry: params.id }, replace: true })
  },
})

const environmentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/environment',
  validateSearch: (search: Record<string, unknown>) => texts(search, ['part']),
  component: lazyRouteComponent(
    part(() => import('../pages/environment/environment-page.tsx')),
    'EnvironmentPage',
  ),
})

const pluginsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plugins',
  validateSearch: (search: Record<string, unknown>) => texts(search, ['search', 'category', 'plugin']),
  component: lazyRouteComponent(
    part(() => import('../pages/plugins/plugins-page.tsx')),
    'PluginsPage',
  ),
})

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: (search: Record<string, unknown>) => texts(search, ['part', 'page', 'setting']),
  component: lazyRouteComponent(
    part(() => import('../pages/settings/settings-page.tsx')),
    'SettingsPage',
  ),
})

/** Whoever types it begins with the document about these pages. */
const helpDoorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help',
  beforeLoad: () => {
    throw redirect({ to: '/help/$name', params: { name: 'console' }, replace: true })
  },
})

const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help/$name',
  component: lazyRouteComponent(
    part(() => import('../pages/help/help-page.tsx')),
    'HelpPage',
  ),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    nowRoute,
    incidentsRoute,
    incidentRoute,
    reportRoute,
    runsRoute,
    silencesRoute,
    knowledgeRoute,
    entryDoorRoute,
    environmentRoute,
    pluginsRoute,
    settingsRoute,
    helpDoorRoute,
    helpRoute,
  ]),
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error }) => <ErrorNote error={error instanceof Error ? error : new Error(String(error))} />,
  scrollRestoration: true,
  // Every value of an address is text, and stands there as people would type it: `page=3`.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

type Texts<Name extends string> = { [Key in Name]?: string }

/** Of an address only what the page knows, as text; anything else is dropped. */
function texts<const Name extends string>(search: Record<string, unknown>, names: readonly Name[]): Texts<Name> {
  const known = names.filter(
    (name) => ['string', 'number', 'boolean'].includes(typeof search[name]) && search[name] !== '',
  )
  return Object.fromEntries(known.map((name) => [name, String(search[name])])) as Texts<Name>
}
