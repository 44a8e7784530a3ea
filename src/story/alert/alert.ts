import type { Silence } from '../../guidance/silences/silence.ts'
import type { Category } from '../incident/category.ts'
import type { Severity } from '../incident/severity.ts'

/**
 * One notification, whatever tool or person sent it, in our own words. It opens an incident, joins one, or clears one.
 * All text in it can be stored: well formed, without U+0000, and at most 64 KiB a field.
 */
export type Alert = {
  dialect: 'plain' | 'alertmanager' | 'dashboard'
  /** What the whole notification says. `silent` is a dashboard state that neither opens nor clears anything. */
  state: 'firing' | 'resolved' | 'silent'
  /** One line, as a person would write it, of at most 200 characters. */
  title: string
  description: string
  severity: Severity
  category: Category
  source: string
  /** Shown on the incident: the key of the first firing alert. */
  fingerprint: string
  /** The alerts it stands for, each once. None when it is silent. */
  members: readonly AlertMember[]
  /** By any of these it joins an incident that is not closed. */
  joinKeys: readonly string[]
  /** The source tells when it is over, so a repeat of what was ignored need not open a new incident. */
  reportsClearing: boolean
  message: string
  /** `''` if none, as in the timeline. */
  senderId: string
  /** `''` if none. */
  chatId: string
  /** When the sender says it was sent; ISO 8601, UTC. */
  sentAt?: string
  /** What its firing alerts have in common; for the other dialects, metadata and tags as strings. */
  labels: Readonly<Record<string, string>>
  metadata: Readonly<Record<string, unknown>>
  /** What a silence holds back of it, and so is not among the members. */
  heldBack?: readonly HeldBack[]
  /** Whoever read it has looked for secrets already. */
  isMasked?: true
}

export type HeldBack = { member: AlertMember; silence: Silence }

export type AlertMember = {
  /** The source's own fingerprint where it gives one, so that one alert is known by whichever route it arrives. */
  key: string
  state: 'firing' | 'resolved'
  severity: Severity
  name: string
  labels: Readonly<Record<string, string>>
  annotations: Readonly<Record<string, string>>
  /** ISO 8601, UTC. */
  startsAt?: string
}

/** What a dialect says by itself; who sent it and by which door is the same question for all of them. */
export type Notification = Omit<Alert, 'source' | 'senderId' | 'chatId' | 'sentAt'>
