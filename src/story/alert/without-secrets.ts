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
import { mapTexts } from './stored-text.ts'
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

export function maskAlert(alert: Alert, { redact }: Redactor): Alert {
  if (alert.isMasked) return alert
  const { title, description, message, source, labels, metadata, members, fingerprint, joinKeys } = alert
  const texts = { title, description, message, source, labels, metadata }
  // One look at all of it, because most alerts hold none and a storm brings thousands a second.
  if (!holdsSecret({ ...texts, members, fingerprint, joinKeys }, redact)) return alert
  const masked = maskTexts(texts, redact)
  return {
    ...alert,
    ...masked,
    title: oneLine(masked.title),
    fingerprint: maskKey(fingerprint, redact),
    joinKeys: joinKeys.map((key) => maskKey(key, redact)),
    members: members.map((member) => maskMember(member, redact)),
  }
}

function maskMember(member: AlertMember, redact: Redact): AlertMember {
  const { key, name, labels, annotations } = member
  return { ...member, ...maskTexts({ name, labels, annotations }, redact), key: maskKey(key, redact) }
}

function maskKey(key: string, redact: Redact): string {
  return redact(key) === key ? key : digestOf(key)
}

const NAME_MAX = 200

function holdsSecret(shown: unknown, redact: Redact): boolean {
  const all: string[] = []
  mapTexts(shown, (text) => {
    all.push(text)
    return text
  })
  const text = all.join('\n')
  return all.some((one) => one.length <= NAME_MAX && namesSecret(one)) || redact(text) !== text
}

function maskTexts<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, redact)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => [
    redact(name),
    (namesSecret(name) || isValueOfNamed(value, name)) && isTelling(item) ? MASK : maskTexts(item, redact),
  ])
  return Object.fromEntries(entries) as T
}

/** As a container's environment is written: {"name": "DB_PASSWORD", "value": "…"}. */
function isValueOfNamed(fields: object, name: string): boolean {
  return name === 'value' && 'name' in fields && typeof fields.name === 'string' && namesSecret(fields.name)
}

/** `secret` alone is how alerts of a cluster name the Secret they are about. */
function namesSecret(name: string): boolean {
  return name.toLowerCase() !== 'secret' && isSecretName(name)
}

function isTelling(value: unknown): boolean {
  return value !== null && value !== '' && typeof value !== 'boolean'
}
