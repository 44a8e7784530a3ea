/** `firebreak demo`, on the service that `npm start` runs in this folder. */
import type { Environment } from '../../../guidance/settings/environment.ts'
import { StartRefused } from '../../../problem.ts'
import { readTargetList } from '../../database/target-list.ts'
import { dataFolderOf, readRunNote } from '../../embedded/data-folder.ts'
import { interruption } from '../remote/reach-service.ts'
import { print } from '../voice.ts'
import { runDemo } from './demo.ts'

export async function demonstrate(environment: Environment, confirmsItself: boolean): Promise<void> {
  const note = await readRunNote(dataFolderOf(environment))
  if (!note)
    throw new StartRefused(
      'No service runs here. Start it in another terminal with npm start, then run the demo again.',
    )
  const signal = interruption()
  const { address, databaseUrl } = note
  const key = environment.API_KEY
  await runDemo({
    address,
    databaseUrl,
    target: nameOfTarget(environment, databaseUrl),
    key,
    confirmsItself,
    enter: process.stdin.isTTY ? pressedEnter : undefined,
    print,
    signal,
  }).catch((error) => {
    if (!signal.aborted) throw error
  })
  process.stdin.pause()
}

/** What the running service calls its own PostgreSQL: `firebreak`, unless somebody named it otherwise. */
function nameOfTarget({ TARGET_DATABASES = '' }: Environment, url: string): string {
  return readTargetList(TARGET_DATABASES).targets.find((target) => target.url === url)?.name ?? 'firebreak'
}

function pressedEnter(): Promise<void> {
  return new Promise((resolve) => process.stdin.once('data', () => resolve()))
}
