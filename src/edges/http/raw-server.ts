/**
 * The socket under Fastify. What Node's own HTTP server would answer by itself (a request that cannot be parsed,
 * headers too large, no Host, a strange Expect, CONNECT) leaves in our error envelope too.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Problem, STATUS_BY_CODE } from '../../problem.ts'
import { errorBody } from './envelope.ts'

const HEADER_BYTES_MAX = 16 * 1024
/** How long a refused client may go on writing before it is cut off: whoever is cut off while writing loses the answer. */
const LINGER_MS = 2_000

type Exchange = { request: IncomingMessage; response: ServerResponse }

export function createRawServer(handler: RequestListener): Server {
  const underWay = new WeakMap<Duplex, Set<Exchange>>()
  const refused = new WeakSet<Duplex>()
  const handle: RequestListener = (request, response) => {
    remember(underWay, { request, response })
    handler(request, response)
  }
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false,
    },
    handle,
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser complains again about each further piece of a request it has given up.
    if (refused.has(socket)) return
    if (hasSentNothing(socket)) return closeUnlessItSpeaks(socket)
    refused.add(socket)
    afterAnswersOwed(underWay.get(socket), () => refuse(socket, readParseError(error)))
  })
  server.on('connect', (_request, socket) => refuse(socket, noSuchMethod()))
  // An expectation we do not know is not a reason to answer outside the contract: the request is served as if it were absent.
  server.on('checkExpectation', handle)
  return server
}

/** Browsers open connections to spare. A refusal on one would be read as the answer to the request sent at that moment. */
const hasSentNothing = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0

/** What has arrived and was not read yet is read first. */
function closeUnlessItSpeaks(socket: Duplex): void {
  setImmediate(() => {
    if (hasSentNothing(socket)) socket.destroy()
  })
}

function remember(underWay: WeakMap<Duplex, Set<Exchange>>, exchange: Exchange): void {
  const { socket } = exchange.request
  const exchanges = underWay.get(socket) ?? new Set()
  underWay.set(socket, exchanges.add(exchange))
  exchange.response.once('close', () => exchanges.delete(exchange))
}

/**
 * Requests may follow each other on a connection without waiting, and their answers come in their order. A broken one
 * is answered after those before it, or the client would take the refusal for the answer to an earlier request.
 */
function afterAnswersOwed(exchanges: Iterable<Exchange> = [], refuse: () => void): void {
  // A request that has not arrived whole is the broken one itself and will never be answered otherwise.
  const last = [...exchanges].findLast(({ request }) => request.complete)
  if (last) last.response.once('close', refuse)
  else refuse()
}

function noSuchMethod(): Problem {
  return new Problem('NOT_FOUND', 'There is nothing at this path for this method.')
}

function readParseError({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_INVALID_METHOD') return noSuchMethod()
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('VALIDATION_ERROR', `The headers are larger than ${HEADER_BYTES_MAX} bytes.`)
  return new Problem('VALIDATION_ERROR', 'The request is not valid HTTP, or did not arrive in time.')
}

function refuse(socket: Duplex, problem: Problem): void {
  if (socket.destroyed || !socket.writable) return
  const body = JSON.stringify(errorBody(problem))
  const status = STATUS_BY_CODE[problem.code]
  const reason = status === 404 ? 'Not Found' : 'Bad Request'
  socket.on('error', () => socket.destroy())
  socket.on('end', () => socket.destroy())
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
