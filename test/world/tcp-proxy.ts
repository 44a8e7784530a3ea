import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A network between the service and a store that a test can cut, freeze and mend. */
export type TcpProxy = {
  port: number
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  /** Connections stay, and not a byte passes any more, in both directions. */
  freeze(): void
  /** Every connection that is open now ends on one side, and the other one goes on believing in it. New ones pass. */
  halfOpen(believer: 'service' | 'store'): void
  mend(): Promise<void>
}

type Pair = { near: Socket; far: Socket; isTorn: boolean }

/** A test, or whoever else says when it is over. */
type Ending = { after(step: () => void): unknown }

export async function startTcpProxy(
  t: Ending,
  target: { path: string } | { host: string; port: number },
): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let isFrozen = false
  const server = createServer((near) => {
    const pair = { near, far: connect(target), isTorn: false }
    join(pair, pairs)
    if (isFrozen) stopFlow(pair)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const hangUp = () => {
    for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy()
  }
  const port = await listen(await freePort())
  t.after(() => {
    hangUp()
    server.close()
  })
  return {
    port,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      hangUp()
      await closed
    },
    freeze() {
      isFrozen = true
      for (const pair of pairs) stopFlow(pair)
    },
    halfOpen(believer) {
      for (const pair of pairs) tear(pair, believer)
    },
    async mend() {
      isFrozen = false
      hangUp()
      if (!server.listening) await listen(port)
    },
  }
}

/** What ends on one side ends on the other, unless the wire was torn between them. */
function join(pair: Pair, pairs: Set<Pair>): void {
  const { near, far } = pair
  pairs.add(pair)
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (!pair.isTorn) other.destroy()
      if (near.destroyed && far.destroyed) pairs.delete(pair)
    })
    socket.pipe(other)
  }
}

function stopFlow({ near, far }: Pair): void {
  for (const socket of [near, far]) socket.unpipe().pause()
}

function tear(pair: Pair, believer: 'service' | 'store'): void {
  pair.isTorn = true
  stopFlow(pair)
  const gone = believer === 'service' ? pair.far : pair.near
  gone.destroy()
}
