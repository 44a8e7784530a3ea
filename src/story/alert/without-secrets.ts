/**
 * What somebody wrote into an alert is shown to everybody who may look, sent to the chat and to a model: a password in it
 * is masked before anything is stored. What an alert is known by stays as it came, so that repeats still join.
 */
import { MASK } from '../../guidance/secrecy/mask.ts'
import type { Redactor } from '../../guidance/secrecy/redact.ts'
import { isSecretName } from '../../guidance/secrecy/secret-names.ts'
import type { Alert, AlertMember } from './alert.ts'
import type { AlertStore } from './alert-store.ts'
import { mapTexts } from './stored-text.ts'
import { oneLine } from './title.ts'

export function withoutSecrets(store: AlertStore, redactor: Redactor): AlertStore {
  return { accept: (group) => store.accept(group.map((alert) => mask(alert, redactor))) }
}

function mask(alert: Alert, { redact }: Redactor): Alert {
  const { title, description, message, labels, metadata, members } = alert
  const shown = { title, description, message, labels, metadata, members: members.map(told) }
  // One look at all of it, because most alerts hold none and a storm brings thousands a second.
  if (!holdsSecret(shown, redact)) return alert
  const texts = maskTexts({ title, description, message, labels, metadata }, redact)
  return {
    ...alert,
    ...texts,
    title: oneLine(texts.title),
    members: members.map((member) => ({ ...member, ...maskTexts(told(member), redact) })),
  }
}

function told({ name, labels, annotations }: AlertMember): Pick<AlertMember, 'name' | 'labels' | 'annotations'> {
  return { name, labels, annotations }
}

const NAME_MAX = 200

function holdsSecret(shown: unknown, redact: (text: string) => string): boolean {
  const all: string[] = []
  mapTexts(shown, (text) => {
    all.push(text)
    return text
  })
  const text = all.join('\n')
  return all.some((one) => one.length <= NAME_MAX && namesSecret(one)) || redact(text) !== text
}

function maskTexts<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, redact)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    namesSecret(name) && isTelling(item) ? MASK : maskTexts(item, redact),
  ])
  return Object.fromEntries(entries) as T
}

/** `secret` alone is how alerts of a cluster name the Secret they are about. */
function namesSecret(name: string): boolean {
  return name.toLowerCase() !== 'secret' && isSecretName(name)
}

function isTelling(value: unknown): boolean {
  return value !== null && value !== '' && typeof value !== 'boolean'
}
