/**
 * What somebody wrote into an alert is shown to everybody who may look, sent to the chat and to a model: a password in it
 * is masked before anything is stored. A key in which one stands becomes its digest, the same each time, so that repeats
 * still join.
 */
import { MASK } from '../../guidance/secrecy/mask.ts'
import type { Redactor } from '../../guidance/secrecy/redact.ts'
import { isSecretName } from '../../guidance/secrecy/secret-names.ts'
import type { Alert, AlertMember } from './alert.ts'
import type { AlertStore } from './alert-store.ts'
import { digestOf } from './fingerprint.ts'
import { oneLine } from './title.ts'

type Redact = (text: string) => string

export function withoutSecrets(store: AlertStore, redactor: Redactor): AlertStore {
  return {
    accept: (group, patience) =>
      store.accept(
        group.map((alert) => maskAlert(alert, redactor)),
        patience,
      ),
  }
}

/** Field by field, and what holds none stays the very object it was: most alerts do, and a storm brings thousands a second. */
export function maskAlert(alert: Alert, { redact }: Redactor): Alert {
  if (alert.isMasked) return alert
  const labels = maskFields(alert.labels, redact)
  // What a single alert says is what its notification says.
  const maskLabels = (own: AlertMember['labels']) => (own === alert.labels ? labels : maskFields(own, redact))
  const masked = {
    title: redact(alert.title),
    description: redact(alert.description),
    message: redact(alert.message),
    source: redact(alert.source),
    senderId: redact(alert.senderId),
    labels,
    metadata: maskFields(alert.metadata, redact),
    fingerprint: maskKey(alert.fingerprint, redact),
    joinKeys: mapChanged(alert.joinKeys, (key) => maskKey(key, redact)),
    members: mapChanged(alert.members, (member) => maskMember(member, redact, maskLabels)),
  }
  const isUnchanged = (Object.keys(masked) as (keyof typeof masked)[]).every((name) => masked[name] === alert[name])
  return isUnchanged ? alert : { ...alert, ...masked, title: oneLine(masked.title) }
}

function maskMember(
  member: AlertMember,
  redact: Redact,
  maskLabels: (own: AlertMember['labels']) => AlertMember['labels'],
): AlertMember {
  const key = maskKey(member.key, redact)
  const name = redact(member.name)
  const labels = maskLabels(member.labels)
  const annotations = maskFields(member.annotations, redact)
  const isUnchanged =
    key === member.key && name === member.name && labels === member.labels && annotations === member.annotations
  return isUnchanged ? member : { ...member, key, name, labels, annotations }
}

function maskKey(key: string, redact: Redact): string {
  return redact(key) === key ? key : digestOf(key)
}

function maskTexts<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T
  if (Array.isArray(value)) return mapChanged(value, (item) => maskTexts(item, redact)) as T
  return typeof value === 'object' && value !== null ? maskFields(value, redact) : value
}

/** The very object where no name and no value of it changes. */
function maskFields<T extends object>(fields: T, redact: Redact): T {
  const names = Object.keys(fields) as (keyof T & string)[]
  let changed: [string, unknown][] | undefined
  names.forEach((name, index) => {
    const maskedName = redact(name)
    const masked = maskField(fields, name, redact)
    if (changed === undefined && (maskedName !== name || masked !== fields[name]))
      changed = names.slice(0, index).map((each) => [each, fields[each]])
    changed?.push([maskedName, masked])
  })
  return changed === undefined ? fields : (Object.fromEntries(changed) as T)
}

function maskField<T extends object>(fields: T, name: keyof T & string, redact: Redact): unknown {
  const value = fields[name]
  const isNamed = isTelling(value) && (namesSecret(name) || isValueOfNamed(fields, name))
  return isNamed ? MASK : maskTexts(value, redact)
}

/** The very array where no element of it changes. */
function mapChanged<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}

/** As a container's environment is written: {"name": "DB_PASSWORD", "value": "…"}. */
function isValueOfNamed(fields: object, name: string): boolean {
  return name === 'value' && 'name' in fields && typeof fields.name === 'string' && namesSecret(fields.name)
}

/** `secret` alone is how alerts of a cluster name the Secret they are about. */
function namesSecret(name: string): boolean {
  return isSecretName(name) && name.toLowerCase() !== 'secret'
}

function isTelling(value: unknown): boolean {
  return value !== null && value !== '' && typeof value !== 'boolean'
}
