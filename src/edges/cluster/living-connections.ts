/**
 * A connection may die without a word: a load balancer fails over, and what is sent on the old one is heard by nobody,
 * while new ones work. HTTP/2 has one connection for everybody, so one such death would blind the service. The client
 * sends pings on every HTTP/2 connection; one that has given no byte back for a while is ended here.
 */
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

type Connector = ReturnType<typeof buildConnector>

const SILENT_ROUNDS = 2

type LivingConnections = { connect: Connector; close(): void }

/** A round is as long as the pause between two pings, so that a living peer is heard in each. */
export function watchConnections(connect: Connector, roundMs: number): LivingConnections {
  const watched = new Map<Socket, { heard: number; silentRounds: number }>()
  const timer = setInterval(() => {
    for (const [socket, state] of watched) {
      state.silentRounds = socket.bytesRead === state.heard ? state.silentRounds + 1 : 0
      state.heard = socket.bytesRead
      if (state.silentRounds >= SILENT_ROUNDS) socket.destroy(silence())
    }
  }, roundMs)
  timer.unref()
  return {
    connect: (options, done) =>
      connect(options, (...[error, socket]) => {
        if (error) return done(error, null)
        // Over HTTP/1.1 nobody pings, and silence between two requests is no sign of death.
        if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') {
          watched.set(socket, { heard: socket.bytesRead, silentRounds: 0 })
          socket.once('close', () => watched.delete(socket))
        }
        done(null, socket)
      }),
    close: () => clearInterval(timer),
  }
}

function silence(): Error {
  return Object.assign(new Error('The connection gave no answer to pings.'), { code: 'ECONNRESET' })
}
