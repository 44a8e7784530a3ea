/**
 * The socket under Fastify. What Node's own HTTP server would answer by itself (a request that cannot be parsed,
 * headers too large, a strange Expect, CONNECT) leaves in our error envelope too.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem, STATUS_BY_CODE } from '../../problem.ts'
import { errorBody } from './envelope.ts'

const HEADER_BYTES_MAX = 16 * 1024

export function createRawServer(handler: RequestListener): Server {
  const server = createServer(
    { maxHeaderSize: HEADER_BYTES_MAX, headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 },
    handler,
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(socket, readParseError(error)))
  server.on('connect', (_request, socket) => refuse(socket, noSuchMethod()))
  // An expectation we do not know is not a reason to answer outside the contract: the request is served as if it were absent.
  server.on('checkExpectation', handler)
  return server
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
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}
