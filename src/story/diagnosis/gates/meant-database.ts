/** Which database of a server, and what in it, the alert is about. A lock of one database is no matter of another. */
import type { MeantDatabase } from '../../../plugins/gate.ts'
import { tiedClients } from '../database/asking/points-to-database.ts'
import type { DatabaseScene } from '../database/database-scene.ts'
import type { Scene } from '../scene.ts'
import type { Subject } from '../subject.ts'

type Where = Pick<Scene, 'subject' | 'database' | 'cluster'>

export function meantDatabase(scene: Where): MeantDatabase {
  const { subject } = scene
  const isStated = (field: string) => !subject.fromText.includes(field)
  return {
    datnames: datnamesMeant(scene),
    table: isStated('table') ? subject.table : undefined,
    pid: isStated('pid') ? subject.pid : undefined,
  }
}

/** True of what works in a database that is not the alert's. */
export function isElsewhere(datname: string | null | undefined, scene: Where): boolean {
  const meant = datnamesMeant(scene)
  return meant !== undefined && typeof datname === 'string' && datname !== '' && !meant.has(datname)
}

/**
 * What `datname` says is the real name. Any other label may be the server's name among those we look after: it is taken for
 * a database where the server has one of that name. Where no label tells, those in which the alert's own program works.
 */
function datnamesMeant(scene: Where): ReadonlySet<string> | undefined {
  const { subject, database } = scene
  const labels = [subject, ...(subject.beside ?? [])].map((one) => one.labels)
  const exact = labels.flatMap(({ datname }) => (datname ? [datname] : []))
  if (exact.length > 0) return new Set(exact)
  const known = database ? datnamesOn(database) : new Set<string>()
  const named = namesOf(subject).filter((name) => known.has(name))
  if (named.length > 0) return new Set(named)
  if (database?.concern !== 'possible' && database?.concern !== 'dependency') return undefined
  const ofClients = tiedClients(scene, database).flatMap(({ datname }) => datname ?? [])
  return ofClients.length > 0 ? new Set(ofClients) : undefined
}

const LABELS = ['database', 'dbname', 'db', 'db_name', 'database_name', 'instance', 'service', 'server']

function namesOf({ labels, beside = [] }: Subject): string[] {
  return [labels, ...beside.map((one) => one.labels)].flatMap((one) => LABELS.flatMap((name) => one[name] ?? []))
}

/** As its sessions name them. */
function datnamesOn({ locks, connections }: DatabaseScene): Set<string> {
  const rows: readonly object[] = [
    ...(locks?.thing.roots ?? []),
    ...(locks?.thing.waiters ?? []),
    ...(connections?.thing.groups ?? []),
    ...(connections?.thing.idle_in_transaction ?? []),
    ...(connections?.thing.longest_transactions ?? []),
  ]
  return new Set(rows.flatMap((row) => ('datname' in row && typeof row.datname === 'string' ? [row.datname] : [])))
}
