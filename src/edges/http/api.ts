/** The whole API: the frame and every route in it. Nothing is opened here and no part is used before a request comes. */
import type { FastifyInstance } from 'fastify'
import type { EnvironmentStore } from '../../guidance/environment/environment-context.ts'
import type { WebLinks } from '../../guidance/settings/web-links.ts'
import type { ViewStore } from '../../story/incident/saved-view.ts'
import type { ChatDoor } from '../chat/chat-door.ts'
import { requireFound } from './missing-first.ts'
import { addOpenApiRoute } from './openapi.ts'
import { type AccessParts, addAccessRoutes } from './routes/access.ts'
import { type AlertParts, addAlertRoute } from './routes/alert.ts'
import { addApiPageRoutes } from './routes/api-page.ts'
import { addAssignmentRoute } from './routes/assignment.ts'
import { addChatRoutes } from './routes/chat.ts'
import { addConfigurationRoutes, type ConfigurationParts } from './routes/configuration.ts'
import { addConsoleRoutes, type ConsoleParts } from './routes/console.ts'
import { addEnvironmentRoutes } from './routes/environment.ts'
import { addGatheringRoutes } from './routes/gathering.ts'
import { addHandCallRoute } from './routes/hand-calls.ts'
import { noSuchIncident, readId as readIncidentId } from './routes/incident-path.ts'
import { addIncidentRoutes } from './routes/incidents.ts'
import { addKnowledgeRoutes, type KnowledgeParts } from './routes/knowledge.ts'
import { existing, readId as readKnowledgeId } from './routes/knowledge-path.ts'
import { addMcpRoute } from './routes/mcp.ts'
import { addOperatorRoutes, type OperatorParts } from './routes/operator.ts'
import { addPluginRoutes, type PluginParts } from './routes/plugins.ts'
import { addProposalRoutes } from './routes/proposals.ts'
import { addQuestionRoutes } from './routes/questions.ts'
import { addReleaseRoute, type ReleaseParts } from './routes/release.ts'
import { addReportRoute, type ReportParts } from './routes/report.ts'
import { addRunRoutes, type RunParts } from './routes/runs.ts'
import { addSessionRoutes, type SessionParts } from './routes/session.ts'
import { addSilenceRoutes, type SilenceParts } from './routes/silences.ts'
import { addStatisticsRoute } from './routes/statistics.ts'
import { addStreamRoute } from './routes/stream.ts'
import { addSystemRoutes, type SystemParts } from './routes/system.ts'
import { addViewRoutes } from './routes/views.ts'
import { addWebLinkRoutes } from './routes/web-links.ts'
import { createFrame, type FrameParts } from './server.ts'

type ApiParts = {
  frame: FrameParts
  system: SystemParts
  configuration: ConfigurationParts
  access: AccessParts & ReleaseParts
  session: SessionParts
  alert: AlertParts
  incidents: Parameters<typeof addIncidentRoutes>[1] &
    OperatorParts &
    ReportParts &
    Parameters<typeof addAssignmentRoute>[1] &
    Parameters<typeof addHandCallRoute>[1] &
    Parameters<typeof addGatheringRoutes>[1] &
    Parameters<typeof addProposalRoutes>[1] &
    Parameters<typeof addQuestionRoutes>[1]
  views: ViewStore
  webLinks: () => Promise<WebLinks>
  runs: RunParts
  silences: SilenceParts
  chat: ChatDoor
  stream: Parameters<typeof addStreamRoute>[1]
  plugins: PluginParts
  knowledge: KnowledgeParts
  environment: EnvironmentStore
  console: ConsoleParts
}

export async function createApi(parts: ApiParts): Promise<FastifyInstance> {
  const app = await createFrame(parts.frame)
  requireFound(
    app,
    (path) => path.startsWith('/api/incidents/:id'),
    (params) => requireIncident(parts.incidents, params),
  )
  requireFound(
    app,
    (path) => path === '/api/knowledge/:id',
    (params) => requireEntry(parts.knowledge, params),
  )
  addSystemRoutes(app, parts.system)
  addAlertRoute(app, parts.alert)
  addIncidentRoutes(app, parts.incidents)
  addOperatorRoutes(app, parts.incidents)
  addAssignmentRoute(app, parts.incidents)
  addHandCallRoute(app, parts.incidents)
  addGatheringRoutes(app, parts.incidents)
  addProposalRoutes(app, parts.incidents)
  addQuestionRoutes(app, parts.incidents)
  addReportRoute(app, parts.incidents)
  addStatisticsRoute(app, parts.incidents)
  addViewRoutes(app, parts.views)
  addWebLinkRoutes(app, parts.webLinks)
  addRunRoutes(app, parts.runs)
  addSilenceRoutes(app, parts.silences)
  addChatRoutes(app, parts.chat)
  addStreamRoute(app, parts.stream)
  addPluginRoutes(app, parts.plugins)
  addKnowledgeRoutes(app, parts.knowledge)
  addEnvironmentRoutes(app, parts.environment)
  addConfigurationRoutes(app, parts.configuration)
  addAccessRoutes(app, parts.access)
  addReleaseRoute(app, parts.access)
  addSessionRoutes(app, parts.session)
  addMcpRoute(app)
  addOpenApiRoute(app)
  addApiPageRoutes(app)
  await addConsoleRoutes(app, parts.console)
  return app
}

async function requireIncident({ incidents }: Pick<OperatorParts, 'incidents'>, params: unknown): Promise<void> {
  if (!(await incidents.find(readIncidentId(params)))) throw noSuchIncident()
}

async function requireEntry({ store }: KnowledgeParts, params: unknown): Promise<void> {
  existing(await store.find(readKnowledgeId(params)))
}
