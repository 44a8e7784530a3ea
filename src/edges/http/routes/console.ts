/**
 * The console: the pages `npm run build` made. They hold nothing secret and are open to all; what they show they ask the
 * API for. Every page is the same file, because the console finds its own way by the path.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../problem.ts'

export type ConsoleParts = {
  /** Where the build put it. */
  folder: string
  /** Throws where the API is open and the page is asked for under a foreign name. */
  refuseForeignHost(request: FastifyRequest): Promise<void>
}

/** What the build leaves in the page for the nonce of each answer. */
const NONCE_MARK = '%STYLE_NONCE%'
const NOT_PAGES = /^\/(api|chat|assets|healthz|metrics|docs)(\/|$)/
const FILE_NAME = /^[\w-][\w.-]*$/
const YEAR_SECONDS = 365 * 24 * 3600

const config = { need: 'open', answersAlways: true } as const
const schema = { hide: true } as const

export async function addConsoleRoutes(app: FastifyInstance, { folder, refuseForeignHost }: ConsoleParts) {
  await app.register(staticFiles, { serve: false, cacheControl: false, preCompressed: true, index: false })
  app.get('/assets/:file', { config, schema }, (request, reply) => {
    // The build names each file after its content, so a name never means anything else.
    reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    return sendFile(reply, readName(request), join(folder, 'assets'))
  })
  app.get('/firebreak.svg', { config, schema }, (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600')
    return sendFile(reply, 'firebreak.svg', folder)
  })
  app.get('/*', { config, schema }, async (request, reply) => {
    if (isFromTerminal(request)) return greet(reply)
    if (!isPage(request)) return reply.callNotFound()
    await refuseForeignHost(request)
    const page = await readPage(folder)
    return page === undefined ? explainMissing(reply) : sendPage(reply, page)
  })
}

function readName(request: FastifyRequest): string {
  const { file } = request.params as { file: string }
  if (!FILE_NAME.test(file)) throw new Problem('NOT_FOUND', 'There is no such file.')
  return file
}

function sendFile(reply: FastifyReply, name: string, folder: string): FastifyReply {
  return reply.header('cross-origin-resource-policy', 'same-origin').sendFile(name, folder)
}

/** A browser says that it takes HTML; whatever else asks at a wrong path is told so in the error envelope. */
function isPage({ url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  return !NOT_PAGES.test(path) && /\btext\/html\b/i.test(headers.accept ?? '')
}

/** `curl http://localhost:8080/`: somebody looks whether there is anything. Who asks for JSON is a program at a wrong path. */
function isFromTerminal({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  return url.split('?', 1)[0] === '/' && !/\btext\/html\b/i.test(accept) && /\*\/\*|text\//.test(accept)
}

function greet(reply: FastifyReply): FastifyReply {
  return reply
    .type('text/plain; charset=utf-8')
    .send(
      'Firebreak is here. Open this address in a browser for the console.\nThe API has a page at /api/docs, its health is at /healthz.\n',
    )
}

/** Read each time: a build made while the service runs is served at once. */
async function readPage(folder: string): Promise<string | undefined> {
  return readFile(join(folder, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({
      'content-security-policy': policyFor(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE_MARK, nonce))
}

/** Only scripts of our own files; the one style a script of ours inserts carries the nonce. */
function policyFor(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

function explainMissing(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The console is not built. Run: npm run build\nThe API answers all the same; its page is /api/docs.\n')
}
