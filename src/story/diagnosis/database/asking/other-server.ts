/** The server an alert names by a label, where nothing says that it is the one we asked: a name that one does not bear is another's. */
import { isExporter } from '../../../incident/who-measures.ts'
import { plainName } from '../../lenses/entity-of.ts'
import type { Scene } from '../../scene.ts'
import { isThisServer } from './named-server.ts'
import { otherMaker } from './other-maker.ts'

const HOSTS = ['instance', 'host', 'hostname', 'server', 'exported_instance']
/** An address may be borne beside any name, and these are of wherever they are asked. */
const NAMES_NOBODY = /^(\[?[0-9a-f:]*:[0-9a-f:]*\]?|[\d.]+|localhost|local)$/i
/** Every server has one. */
const EVERYWHERE = /^(postgres|template[01])$/

export function otherServer({ subject, environment, database }: Scene): string | undefined {
  if (database === undefined || database.database === '' || database.concern === 'possible') return undefined
  const labels = Object.fromEntries(Object.entries(subject.labels).filter(([, value]) => !EVERYWHERE.test(value)))
  const stated = HOSTS.flatMap((label) => labels[label] ?? []).map(plainName)
  const [named] = stated.filter((name) => !NAMES_NOBODY.test(name) && !isExporter(name))
  return isThisServer({ subject: { ...subject, labels }, environment, database }) ? undefined : named
}

/** Whatever is seen here, nothing is done to this one for an alert that names another. */
export function meansAnother(scene: Scene): boolean {
  const isOther = scene.database?.unknownName !== undefined || otherMaker(scene.subject) !== undefined
  return scene.database !== undefined && (isOther || otherServer(scene) !== undefined)
}
