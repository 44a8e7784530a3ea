/** Opens the door of the service, or says in one sentence what keeps it shut. */
import type { FastifyInstance } from 'fastify'
import { StartRefused } from '../../problem.ts'
import type { ListenOptions } from './listen-options.ts'
import { type Listening, listen } from './server.ts'

export async function listenOrExplain(app: FastifyInstance, options: ListenOptions): Promise<Listening> {
  try {
    return await listen(app, options)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const place = `${options.host}:${options.port}`
    if (code === 'EADDRINUSE')
      throw new StartRefused(`Port ${options.port} on ${options.host} is taken; set PORT to another one.`)
    throw new StartRefused(`Cannot listen on ${place}: ${message}. Check HOST and PORT.`, { cause: error })
  }
}
