/** The frame of the API: everything that holds for every route. */

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIPv4 } from 'node:net'
import cookies from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Log } from '../../ports/log.ts'
import { invalid, Problem } from '../../problem.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { ANSWER_HEADERS } from './answer-headers.ts'
import type { Doorman } from './drain.ts'
import { sendProblem } from './envelope.ts'
import { type GuardParts, letInProgram, useGuard } from './guard.ts'
import { useJsonBodies } from './json-body.ts'
import { HeldPlaces, type KeyLimits } from './key-limits.ts'
import { missingOr } from './missing-first.ts'
import { useOpenApi } from './openapi.ts'
import { createRawServer } from './raw-server.ts'
import { readError, tellCause } from './read-error.ts'
import { rememberMethods } from './served-methods.ts'
import { ShownKeys } from './shown-keys.ts'
import { StraightWays } from './straight-way.ts'
import { takeRest } from './unread-body.ts'
import { createValidatorCompiler } from './validation.ts'

const BODY_BYTES_MAX = 1024 * 1024
const PATH_PARAMETER_CHARACTERS_MAX = 500

declare module 'fastify' {
  interface FastifyInstance {
    /** For routes that also have a way without this frame. */
    straightWays: StraightWays
  }
}

export type FrameParts = {
  log: Log
  metrics: Metrics
  doorman: Doorman
  guard: Omit<GuardParts, 'isReady' | 'places'> & { keyLimits(): KeyLimits }
  trustedProxies?: readonly string[]
}

export async function createFrame({
  log,
  metrics,
  doorman,
  guard,
  trustedProxies = [],
}: FrameParts): Promise<FastifyInstance> {
  const places = new HeldPlaces(guard.keyLimits)
  const door = { allowedHosts: guard.allowedHosts, places, shownKeys: new ShownKeys(guard.gatekeeper) }
  const letIn: ConstructorParameters<typeof StraightWays>[0]['letIn'] = (request, need, response) =>
    letInProgram(request, need, door, response)
  const straightWays = new StraightWays({ letIn, doorman, metrics, log })
  const app = Fastify({
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    serverFactory: (handler) => createRawServer(straightWays.before(handler)),
    bodyLimit: BODY_BYTES_MAX,
    routerOptions: { maxParamLength: PATH_PARAMETER_CHARACTERS_MAX },
    // Draining answers in our envelope, below; Fastify's own 503 would not.
    return503OnClosing: false,
    forceCloseConnections: true,
    // The raw server answers these, and Fastify would answer them a second time.
    clientErrorHandler: () => {},
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, log),
  })
  app.setValidatorCompiler(createValidatorCompiler())
  // Response schemas document the contract; writing plain JSON keeps what a route answers exactly as it is.
  app.setSerializerCompiler(() => JSON.stringify)
  app.decorate('straightWays', straightWays)
  useJsonBodies(app)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log))
  // Read where a session is asked for; most callers have no cookie.
  await app.register(cookies, { hook: false })
  addHeaders(app)
  countRequests(app, metrics)
  refuseStrays(app)
  doorman.watch(app)
  useGuard(app, { ...guard, places, isReady: () => doorman.phase !== 'starting' })
  await useOpenApi(app)
  return app
}

async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): Promise<void> {
  const problem = await missingOr(readError(error, request.routeOptions?.bodyLimit), request)
  tellCause(log, { method: request.method, route: request.routeOptions?.url }, problem)
  await takeRest(request.raw)
  await sendProblem(reply, problem)
}

/** Before anything of the body is read: where there is nothing, no body can be right or wrong. */
function refuseStrays(app: FastifyInstance): void {
  const methodsAt = rememberMethods(app)
  const nothingThere = ({ method, url }: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsAt(url)
    if (methods.length === 0 || methods.includes(method))
      return new Problem('NOT_FOUND', `There is nothing at this path for ${method}.`)
    reply.header('allow', methods.join(', '))
    return new Problem('NOT_FOUND', `There is nothing at this path for ${method}; it takes ${methods.join(' or ')}.`)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const lacksHost = request.headers.host === undefined && request.raw.httpVersion === '1.1'
    if (lacksHost) done(invalid('Host', 'is required in HTTP/1.1'))
    else if (request.is404) done(nothingThere(request, reply))
    else done()
  })
  // Fastify runs the hook above for what no route takes only where a handler of ours stands behind it. It is reached by
  // a route that finds out itself that it has nothing.
  app.setNotFoundHandler((request, reply) => {
    throw nothingThere(request, reply)
  })
}

// The hooks every request passes call back instead of returning a promise: together that saves about a tenth of what a
// small request costs (`npm run bench -- http`).

function addHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS)
    done()
  })
}

function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const { url } = request.routeOptions
    // The route of the console's pages is also asked for whatever nobody serves.
    const route = url === undefined || (url === '/*' && status === 404) ? 'unknown' : url
    metrics.countRequest({ method: request.method, route, status, seconds: reply.elapsedTime / 1000 })
    done()
  })
}

export type Listening = { address: string; close(): Promise<void> }

/**
 * Listens on `host`; on 127.0.0.1 also on ::1 where the machine has it, because "localhost" may mean either.
 */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<Listening> {
  await app.listen({ host, port })
  const bound = app.server.address() as AddressInfo
  const twin = host === '127.0.0.1' ? await listenOnSixth(app, bound.port) : undefined
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return {
    address: `http://${isIPv4(name) && name === '127.0.0.1' ? 'localhost' : name}:${bound.port}`,
    close: async () => {
      twin?.closeAllConnections()
      twin?.close()
      await app.close()
    },
  }
}

async function listenOnSixth(app: FastifyInstance, port: number): Promise<Server | undefined> {
  const twin = createRawServer(app.straightWays.before(app.routing))
  return new Promise((resolve) => {
    // No IPv6, or the port is another's there: 127.0.0.1 serves alone.
    twin.once('error', () => resolve(undefined))
    twin.listen({ host: '::1', port }, () => resolve(twin))
  })
}
