/**
 * The one reader of request bodies: strict UTF-8, one JSON value, no prototype keys, bounded depth.
 * Fastify's own parser decodes invalid UTF-8 silently and knows no depth, so it is replaced.
 */
import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { Problem } from '../../problem.ts'

const DEPTH_MAX = 32
/** To parse, read and mask this much takes a few hundredths of a second. */
export const LARGE_BYTES = 128 * 1024
const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Of brackets and braces, which differ in this bit only. */
const BRACE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d
const OPENING_BRACKETS = [OPENING, OPENING & ~BRACE_BIT]

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route that gives back what it was given: JSON has numbers that ours do not hold. */
    keepsText?: boolean
    /** For a route that must prove who sent the very bytes before it reads them: its body is a Buffer. */
    keepsBytes?: boolean
    /** For a route that reads what is large on another thread: such a body is a Buffer. */
    leavesLarge?: boolean
  }
  interface FastifyRequest {
    /** The body as it was sent, where the route keeps it. */
    bodyText: string
  }
}

export function useJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyText', '')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { keepsBytes, keepsText, leavesLarge } = request.routeOptions.config
    if (keepsBytes) return done(null, body)
    try {
      refuseCharset(request.headers['content-type'])
      if (leavesLarge && body.length > LARGE_BYTES) return done(null, body)
      if (keepsText) request.bodyText = decode(body as Buffer)
      done(null, parseBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

function refuseCharset(contentType: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw refused('Content-Type', 'must say UTF-8 or nothing about the charset')
}

/** An empty body counts as none. */
export function parseBody(body: Buffer): unknown {
  refuseDepth(body)
  const text = decode(body)
  return text === '' ? undefined : parseText(text)
}

function parseText(text: string): unknown {
  try {
    if (!mayNamePrototype(text)) return JSON.parse(text) as unknown
    return secureJson.parse(text, null, { protoAction: 'error', constructorAction: 'error' }) as unknown
  } catch (error) {
    const isForbiddenKey = /forbidden prototype property/.test((error as Error).message)
    throw refused(
      'body',
      isForbiddenKey ? 'must not contain the keys __proto__ or constructor.prototype' : 'is not valid JSON',
    )
  }
}

/** As it stands or escaped. Most bodies name neither, and need not be searched through by patterns that read every letter. */
function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes('constructor') || text.includes('\\u')
}

const strictly = new TextDecoder('utf-8', { fatal: true })

function decode(body: Buffer): string {
  try {
    return strictly.decode(body)
  } catch {
    throw refused('body', 'is not valid UTF-8')
  }
}

/** Counts brackets outside strings before anything is built: a deep body costs one pass over its bytes. */
function refuseDepth(body: Buffer): void {
  if (!hasManyOpen(body)) return
  let depth = 0
  let inString = false
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index] as number
    if (inString) {
      if (byte === BACKSLASH) index += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if ((byte | BRACE_BIT) === OPENING) depth += 1
    else if ((byte | BRACE_BIT) === CLOSING) depth -= 1
    if (depth > DEPTH_MAX) throw refused('body', `is nested deeper than ${DEPTH_MAX} levels`)
  }
}

/** Those in strings included: where there are so few, nothing is deep, and most bodies need not be walked through. */
function hasManyOpen(body: Buffer): boolean {
  let open = 0
  for (const bracket of OPENING_BRACKETS) {
    for (let at = body.indexOf(bracket); at !== -1; at = body.indexOf(bracket, at + 1)) {
      open += 1
      if (open > DEPTH_MAX) return true
    }
  }
  return false
}

function refused(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', `The ${field === 'body' ? 'body' : field} ${message}.`, {
    details: [{ field, message }],
  })
}
