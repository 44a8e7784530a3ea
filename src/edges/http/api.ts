/** The whole API: the frame and every route in it. Nothing is opened here and no part is used before a request comes. */
import type { FastifyInstance } from 'fastify'
import { addOpenApiRoute } from './openapi.ts'
import { type AccessParts, addAccessRoutes } from './routes/access.ts'
import { addApiPageRoutes } from './routes/api-page.ts'
import { addConfigurationRoutes, type ConfigurationParts } from './routes/configuration.ts'
import { addSystemRoutes, type SystemParts } from './routes/system.ts'
import { createFrame, type FrameParts } from './server.ts'

export type ApiParts = {
  frame: FrameParts
  system: SystemParts
  configuration: ConfigurationParts
  access: AccessParts
}

export async function createApi({ frame, system, configuration, access }: ApiParts): Promise<FastifyInstance> {
  const app = await createFrame(frame)
  addSystemRoutes(app, system)
  addConfigurationRoutes(app, configuration)
  addAccessRoutes(app, access)
  addOpenApiRoute(app)
  addApiPageRoutes(app)
  return app
}
