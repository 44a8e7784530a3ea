import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { freePort } from './free-port.ts'

/** A network between the service and a store that a test can cut, freeze and mend. */
export type TcpProxy = {
  port: number
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  /** Connections stay, and not a byte passes any more, in both directions. */
  freeze(): void
  mend(): Promise<void>
}

export async function startTcpProxy(
  t: TestContext,
  target: { path: string } | { host: string; port: number },
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => void sockets.delete(socket))
    }
    if (isFrozen) return
    near.pipe(far)
    far.pipe(near)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
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
      for (const socket of sockets) socket.unpipe().pause()
    },
    async mend() {
      isFrozen = false
      hangUp()
      if (!server.listening) await listen(port)
    },
  }
}
