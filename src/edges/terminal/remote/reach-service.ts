/** Which service the commands for people on call speak to, and how they hear the person at the terminal. */
import type { Environment } from '../../../guidance/settings/environment.ts'
import type { Reached } from '../../client/client.ts'
import { dataFolderOf, readRunNote } from '../../embedded/data-folder.ts'
import { note, print } from '../voice.ts'
import { checkReached, openRemote, type Remote } from './remote-service.ts'

/** Commands for people on call need no store, only the address of a service and a key. */
export async function withRemote(environment: Environment, work: (remote: Remote) => Promise<void>): Promise<void> {
  await work(openRemote(await reachedBy(environment), { print, note }))
}

export async function reachedBy(environment: Environment): Promise<Reached> {
  const note = environment.FIREBREAK_URL ? undefined : await readRunNote(dataFolderOf(environment))
  const address = environment.FIREBREAK_URL || note?.address || `http://localhost:${environment.PORT || 8080}`
  return checkReached({ address, key: environment.FIREBREAK_KEY || environment.API_KEY || undefined })
}

export async function askPerson(question: string): Promise<string> {
  process.stdout.write(question)
  return new Promise((resolve) => {
    process.stdin.once('data', (said) => {
      process.stdin.pause()
      resolve(String(said))
    })
  })
}

export function interruption(): AbortSignal {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
  return interruption.signal
}
