/**
 * HTTP/2 over TLS before the pretend API server, as the real one is reached: it forwards every stream, and a network
 * before it can fall silent for the connections that are there while new ones work, as behind a load balancer that fails
 * over. It says goodbye with GOAWAY. On a stranger it hangs up, as servers since v1.28 do, and what it has to say to him
 * is lost with the connection; over HTTP/1.1 the answer comes first.
 */
import { once } from 'node:events'
import { request as ask } from 'node:http'
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { makeCertificate } from '../certificate.ts'

export type Http2Door = {
  /** What a kubeconfig names as `server`, and the authority it should trust. */
  url: string
  certFile: string
  /** How many connections were made so far. */
  connections(): number
  /** From now on not a byte passes on the connections there are; those that come later work. */
  silence(): void
  /** Every session is told to end. */
  sayGoodbye(): void
}

export async function openHttp2Door(t: TestContext, target: string): Promise<Http2Door> {
  const certificate = await makeCertificate(t)
  const sessions = new Set<ServerHttp2Session>()
  const server = createSecureServer(
    { key: certificate.key, cert: certificate.cert, allowHTTP1: true },
    (request, response) => {
      forward(target, request, response).catch(() => response.destroy())
    },
  )
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.on('error', () => {})
  })
  server.on('sessionError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const network = await openNetwork((server.address() as AddressInfo).port)
  t.after(async () => {
    network.close()
    for (const session of sessions) session.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `https://127.0.0.1:${network.port}`,
    certFile: certificate.certFile,
    connections: network.connections,
    silence: network.silence,
    sayGoodbye: () => {
      for (const session of sessions) session.close()
    },
  }
}

async function forward(target: string, request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
  const body = await text(request)
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !/^:|^connection$/.test(name)))
  const asking = ask(new URL(request.url, target), { method: request.method, headers })
  asking.end(body)
  const [answer] = await once(asking, 'response')
  const words = await text(answer)
  if (answer.statusCode === 401 && request.httpVersion === '2.0') {
    request.stream.session?.goaway(0, request.stream.id ?? 0)
    request.stream.session?.destroy()
    return
  }
  const contentType = answer.headers['content-type']
  response.writeHead(answer.statusCode, contentType ? { 'content-type': contentType } : {})
  response.end(words)
}

/** Before any server on loopback: it can fall silent for the connections there are, while new ones work. */
export async function openNetwork(target: number) {
  const sockets = new Set<Socket>()
  let made = 0
  const server = createServer((near) => {
    made += 1
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        for (const other of [near, far]) if (!other.isPaused()) other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => made,
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
