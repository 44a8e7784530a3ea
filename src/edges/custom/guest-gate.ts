/**
 * A guest's way out: a socket on which it asks for one of the hosts its manifest named when it was loaded. The fence leaves
 * it no other network, so whatever it tries ends here, and here the list is kept.
 */
import { lookup } from 'node:dns'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardLookup } from '../outbound/guarded-fetch.ts'

type Gate = { folder: string; close(): Promise<void> }

const LINE_BYTES_MAX = 300
const LINE_END = 0x0a

/** Links and names that the machine may resolve to itself are judged when a connection is made, like everything else we call. */
export async function openGate(hosts: readonly string[]): Promise<Gate> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-gate-'))
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    keep(sockets, socket)
    void readLine(socket).then((host) => (hosts.includes(host) ? lead(socket, host, sockets) : socket.destroy()))
  })
  await writeFile(join(folder, 'hosts'), hostsFile(hosts))
  await listen(server, join(folder, 'gate'))
  return {
    folder,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The n-th name stands for the n-th loopback address, under which the guest listens; see guest.mjs. */
function hostsFile(hosts: readonly string[]): string {
  const names = [...new Set(hosts.map((host) => host.slice(0, host.lastIndexOf(':'))))]
  return names.map((name, index) => `127.1.0.${index + 1} ${name}\n`).join('')
}

function lead(from: Socket, host: string, sockets: Set<Socket>): void {
  const [name = '', port = ''] = host.split(':')
  const to = connect({ host: name, port: Number(port), lookup: guardLookup(lookup) })
  keep(sockets, to)
  to.on('close', () => from.destroy())
  from.on('close', () => to.destroy())
  from.pipe(to).pipe(from)
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  // Whoever is at the other end hears of it by the connection's end.
  socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
}

/** What follows the line stays in the socket, for whom it is meant. */
function readLine(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let line = Buffer.alloc(0)
  const onReadable = () => {
    for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
      const end = chunk.indexOf(LINE_END)
      line = Buffer.concat([line, end < 0 ? chunk : chunk.subarray(0, end)])
      if (end < 0 && line.length <= LINE_BYTES_MAX) continue
      socket.off('readable', onReadable)
      if (end >= 0) socket.unshift(chunk.subarray(end + 1))
      resolve(end < 0 ? '' : line.toString('utf8'))
      return
    }
  }
  socket.on('readable', onReadable).on('close', () => resolve(''))
  return promise
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve())
  })
}
