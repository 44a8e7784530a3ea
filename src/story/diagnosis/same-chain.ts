/** Whether two findings are about one chain of objects: the same object, or one that the other's statement names. */
import type { Finding, ObjectName } from './finding.ts'

/** Everything in a database is about that database, and sessions of one program need not have to do with each other. */
const TOO_WIDE = ['Database', 'Target', 'Statement']

export function isSameChain(one: Finding, other: Finding): boolean {
  return isSameObject(one.subject, other.subject) || isNamedIn(other, one.subject) || isNamedIn(one, other.subject)
}

function isSameObject(one: ObjectName, other: ObjectName): boolean {
  if (TOO_WIDE.includes(one.kind)) return false
  return one.kind === other.kind && one.name === other.name && one.namespace === other.namespace
}

/** A short plain word may be any word: it counts behind its kind or its namespace. */
function isNamedIn({ statement }: Finding, { kind, namespace, name }: ObjectName): boolean {
  if (TOO_WIDE.includes(kind) || name.length < LETTERS_MIN) return false
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const isTelling = /[-.\d_]/.test(name)
  const before = isTelling ? '(?<![\\w.-])' : `(?:\\b${kind} |\\b${namespace ?? kind}/)`
  // Its pods are called after it.
  return new RegExp(`${before}${literal}(?:${POD_SUFFIX})?(?![\\w-])`, 'i').test(statement)
}

const LETTERS_MIN = 2
/** As a ReplicaSet, a DaemonSet or a Job, and a StatefulSet name their pods. */
const POD_SUFFIX = '-[a-z0-9]{6,10}-[a-z0-9]{5}|-[bcdfghjklmnpqrstvwxz2456789]{5}|-\\d{1,3}'
