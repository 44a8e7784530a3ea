/** Which server an alert means: the one we asked, another, or the machine it stands on. */

import type { EnvironmentMap } from '../../../../guidance/environment/environment-map.ts'
import { isExporter } from '../../../incident/who-measures.ts'
import { metricsOf } from '../../expressions.ts'
import type { Finding } from '../../finding.ts'
import { isAkin, plainName } from '../../lenses/entity-of.ts'
import type { Scene } from '../../scene.ts'
import type { Subject } from '../../subject.ts'
import type { DatabaseScene } from '../database-scene.ts'
import { figuresNamed } from '../server/figures.ts'
import { areOfMachine, readTopics, spellOut } from './alert-topics.ts'
import {
  type DatabaseConcern,
  hasDatabaseLabel,
  isKnownHost,
  isMeasuredThere,
  otherMaker,
  saysDatabase,
} from './database-concern.ts'

// The server an alert names by a label, where nothing says that it is the one we asked: a name that one does not bear is
// another's.

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

// Does something say that the alert means the server we ask? A name it bears, or what people told us of its service.

type Known = { subject: Subject; environment: EnvironmentMap; database: DatabaseScene }

/** Something says that the alert means this very server: a name it bears, or what people told us of its service. */
export function isThisServer(known: Known): boolean {
  const { subject, environment, database } = known
  const isLabelled = Boolean(subject.labels.datname) || hasDatabaseLabel(subject.labels)
  if (database.concern === 'dependency' || isKnownHost(subject.instance ?? '', environment)) return true
  return (isLabelled && database.unknownName === undefined) || namesIts(known)
}

/** Looser: its words or its figures are of a database at all. */
function namesServer(known: Known): boolean {
  const { subject, environment } = known
  const { instance = '', labels, expressions = [] } = subject
  if (isMeasuredThere(subject) || hasDatabaseLabel(labels)) return true
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

// An alert about the processor, the memory or the disk of a machine. That the machine is called `db-1` is a reason to look
// into a database: it does not say which, and what sessions do to each other fills no disk.

const MACHINES_RULE = /^(Host|Node|Machine|Server)(?=[A-Z_ ])/
const MACHINES_EXPORTER = /:9100$/

/** Of nothing but that. Where its words do not say of what, who measured it does. */
export function complainsOfMachine(subject: Pick<Subject, 'alertName' | 'text' | 'labels' | 'instance'>): boolean {
  const topics = readTopics(subject)
  if (topics.size > 0) return areOfMachine(topics)
  return MACHINES_RULE.test(subject.alertName) || MACHINES_EXPORTER.test(subject.instance ?? '')
}

/** What stands beside a complaint of another kind is told as it is; beside this one it would pass for its cause. */
export function mayBringAbout({ weight }: Finding, { subject }: Scene): boolean {
  return weight !== 'context' || !complainsOfMachine(subject)
}

/** A machine's alert speaks of this database only where something says that it is the machine of this one. */
export function settledConcern(concern: DatabaseConcern, known: Known): DatabaseConcern {
  const isOpen = concern === 'own' || concern === 'spoken'
  return isOpen && complainsOfMachine(known.subject) && !namesServer(known) ? 'possible' : concern
}
