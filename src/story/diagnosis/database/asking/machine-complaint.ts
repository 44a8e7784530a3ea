/**
 * An alert about the processor, the memory or the disk of a machine. That the machine is called `db-1` is a reason to look
 * into a database: it does not say which, and what sessions do to each other fills no disk.
 */
import type { Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import type { Subject } from '../../subject.ts'
import { areOfMachine, readTopics } from './alert-topics.ts'
import type { DatabaseConcern } from './database-concern.ts'
import { type Known, namesServer } from './named-server.ts'

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
