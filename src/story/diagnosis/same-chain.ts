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
  return new RegExp(`${before}${literal}(?![\\w-])`, 'i').test(statement)
}

const LETTERS_MIN = 2
