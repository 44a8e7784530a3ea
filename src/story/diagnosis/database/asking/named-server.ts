/** Does something say that the alert means the server we ask? A name it bears, or what people told us of its service. */
import type { EnvironmentMap } from '../../../../guidance/environment/environment-map.ts'
import { metricsOf } from '../../expressions.ts'
import { isAkin, plainName } from '../../lenses/entity-of.ts'
import type { Subject } from '../../subject.ts'
import type { DatabaseScene } from '../database-scene.ts'
import { figuresNamed } from '../server/figures.ts'
import { spellOut } from './alert-topics.ts'
import { isKnownHost, isMeasuredThere, saysDatabase } from './database-concern.ts'

export type Known = { subject: Subject; environment: EnvironmentMap; database: DatabaseScene }

/** Something says that the alert means this very server: a name it bears, or what people told us of its service. */
export function isThisServer(known: Known): boolean {
  const { subject, environment, database } = known
  const { datname, database: stated, db, dbname } = subject.labels
  if (database.concern === 'dependency' || isKnownHost(subject.instance ?? '', environment)) return true
  return ([datname, stated, db, dbname].some(Boolean) && database.unknownName === undefined) || namesIts(known)
}

/** Looser: its words or its figures are of a database at all. */
export function namesServer(known: Known): boolean {
  const { subject, environment } = known
  const { instance = '', labels, expressions = [] } = subject
  if (isMeasuredThere(subject) || [labels.database, labels.db, labels.dbname].some(Boolean)) return true
  if (isKnownHost(instance, environment) || /postgres|pgdata/i.test(labels.mountpoint ?? '')) return true
  if (expressions.flatMap(metricsOf).some((metric) => /^pg_/.test(metric)) || saysIt(subject)) return true
  return namesIts(known)
}

/** A host or a service that we, its sessions or its exporter call by the same name. */
function namesIts({ subject, database }: Known): boolean {
  const hosts = hostsNamed(subject)
  return hosts.some((host) => namesOn(database).some((name) => isAkin(host, name)) || isMeasuredAs(host, database))
}

/** `shop-db`, `db-1.internal`, `10.0.0.7:9100`: with a mark within it is a name, and no word for what it is. */
const NAME = /[a-z0-9]+(?:[-_.:][a-z0-9]+)+/gi

function saysIt({ alertName, text }: Subject): boolean {
  return saysDatabase(`${spellOut(alertName)}\n${text}`.replaceAll(NAME, ' '))
}

function hostsNamed({ instance, service, labels, text }: Subject): string[] {
  const { host, hostname, server, exported_instance: exported } = labels
  const stated = [instance, service, host, hostname, server, exported].filter((name) => name !== undefined)
  return [...stated, ...(text.match(NAME) ?? [])].map(plainName)
}

/** As we call it, as its address does, and as its sessions call what is in it. */
function namesOn({ database, connections }: DatabaseScene): string[] {
  const within = (connections?.thing.groups ?? []).flatMap(({ datname }) => datname ?? [])
  return [...new Set([database, connections?.thing.host ?? '', ...within])].filter((name) => name !== '')
}

function isMeasuredAs(host: string, { figures }: DatabaseScene): boolean {
  return figuresNamed(figures, /^pg_/).some(({ thing }) => plainName(thing.metric.instance ?? '') === host)
}
