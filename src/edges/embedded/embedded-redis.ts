import { constants } from 'node:fs'
import { access, mkdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { delimiter, join, resolve } from 'node:path'
import type { Log } from '../../ports/log.ts'
import { spawnOwned } from './owned-process.ts'
import { openSocketFolder } from './socket-folder.ts'
import { type ProcessEnd, SupervisedProcess } from './supervised-process.ts'

export type EmbeddedRedis = {
  /** The plain path of the socket: for `new Redis(url)` that, and no `unix://…` or `redis://…`, means a Unix socket. */
  readonly url: string
  /** The server's process; another one after a restart. */
  readonly pid: number
  stop(): Promise<void>
  /** Called when the server ended without being asked; it is started again. */
  onExit(callback: (end: ProcessEnd) => void): void
}

/** A real Redis, if this machine has one. It keeps nothing: to us it is a cache. */
export async function startEmbeddedRedis(options: { directory: string; log: Log }): Promise<EmbeddedRedis | undefined> {
  const command = (await findOnPath('redis-server')) ?? (await findOnPath('valkey-server'))
  if (command === undefined) return undefined
  const directory = resolve(options.directory)
  await mkdir(directory, { recursive: true })
  const socketFolder = await openSocketFolder({ directory, name: 'redis' })
  const url = join(socketFolder, 'redis.sock')
  const args = ['--port', '0', '--unixsocket', url, '--unixsocketperm', '700', '--dir', socketFolder, '--save', '']
  const launch = () => spawnOwned({ command, args })
  const isReady = () => answers(url)
  const afterwards = () => rm(socketFolder, { recursive: true, force: true })
  const server = await SupervisedProcess.start({ name: 'Redis', launch, isReady, afterwards, log: options.log })
  return {
    url,
    get pid() {
      return server.pid
    },
    onExit: (callback) => server.onExit(callback),
    stop: () => server.stop(),
  }
}

async function findOnPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, name)
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return candidate
  }
  return undefined
}

function answers(path: string): Promise<boolean> {
  return new Promise((tell) => {
    const socket = connect(path, () => socket.write('PING\r\n'))
    socket.setTimeout(5_000, () => socket.destroy())
    socket.once('data', (data) => {
      tell(data.toString().startsWith('+PONG'))
      socket.destroy()
    })
    socket.once('error', () => tell(false)) // Not yet listening; whoever waits has a deadline.
    socket.once('close', () => tell(false))
  })
}
