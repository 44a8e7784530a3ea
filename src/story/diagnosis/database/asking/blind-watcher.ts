/** The database answers, and who watches it does not see it: then the watcher's pod is what fails, and is looked at. */
import type { Scene } from '../../scene.ts'
import { figuresNamed, lastOf } from '../server/figures.ts'

const WATCHER = /exporter|collector|monitor|scrap|agent|probe/i
const OF_WATCHING = /exporter|scrap|collector|\bpg_up\b|no ?data|target ?down/i

export function isWatcherBlind({ database, subject }: Pick<Scene, 'database' | 'subject'>): boolean {
  const { pod, workload, service } = subject
  const names = [pod, workload?.name, service].filter((name) => name !== undefined)
  if (!database?.connections || !names.some((name) => WATCHER.test(name))) return false
  const isUnseen = figuresNamed(database.figures, /^pg_up$/).some((figure) => lastOf(figure) === 0)
  return isUnseen || OF_WATCHING.test(`${subject.alertName} ${subject.text}`)
}
