/** Where there is no such record no body can be right or wrong: that it is missing is said before what is wrong with the body. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'

/** Throws where there is none. */
type RequireFound = (params: unknown) => Promise<unknown>

declare module 'fastify' {
  interface FastifyContextConfig {
    requireFound?: RequireFound
  }
}

/** `speaksOf` tells by its path whether a route that is added from here on is about one of these records. */
export function requireFound(
  app: FastifyInstance,
  speaksOf: (path: string) => boolean,
  requireRecord: RequireFound,
): void {
  app.addHook('onRoute', (route) => {
    if (speaksOf(route.url)) route.config = { ...route.config, requireFound: requireRecord }
  })
}

export async function missingOr(problem: Problem, request: FastifyRequest): Promise<Problem> {
  const { requireFound: require } = request.routeOptions?.config ?? {}
  if (problem.code !== 'VALIDATION_ERROR' || !require || request.method === 'GET') return problem
  try {
    await require(request.params)
    return problem
  } catch (error) {
    // A store that does not answer now says nothing about the record.
    return error instanceof Problem && error.code === 'NOT_FOUND' ? error : problem
  }
}
