import { invalid, Problem } from '../../problem.ts'
import { categoryOf } from '../incident/category.ts'
import type { Notification } from './alert.ts'
import { type Fields, has, kindOf, readText } from './body-field.ts'
import { digestOf, keyFromSource } from './fingerprint.ts'
import { labelsFromMetadata } from './labels.ts'
import type { Post } from './post.ts'
import { severityOf } from './stated-severity.ts'
import { capText } from './stored-text.ts'
import { firstLine } from './title.ts'

/** A sentence from a person, a script, a chat bot, or one of our own checks. */
export function readPlain(post: Post): Notification {
  const whole = readMessage(post)
  const key = keyFrom(post, whole)
  const message = capText(whole)
  const title = firstLine(message) || 'Alert'
  const labels = labelsFromMetadata(post.metadata)
  const state = stateOf(post)
  const severity = severityOf({ labels, text: () => message })
  return {
    dialect: 'plain',
    state,
    title,
    description: message,
    severity,
    category: categoryOf({ labels, text: message }),
    fingerprint: key,
    members: [{ key, state, severity, name: labels.alertname || title, labels, annotations: {} }],
    joinKeys: [key],
    reportsClearing: post.via === 'monitor',
    message,
    labels,
    metadata: post.metadata,
  }
}

function readMessage({ fields }: Post): string {
  const message = readText(fields, 'message')
  if (message === undefined) throw noAlertIn(fields)
  if (message.trim() === '') throw invalid('message', 'must say something')
  return message
}

/** Whoever meant an alert manager's body hears of `alerts` too. */
function noAlertIn(fields: Fields): Problem {
  const message =
    'is required, unless the body is that of an alert manager (`alerts`) or a dashboard (`state` and its rule)'
  const ofAlerts = { field: 'alerts', message: `must be an array, but is ${kindOf(fields.alerts)}` }
  const details = [{ field: 'message', message }, ...(has(fields, 'alerts') ? [ofAlerts] : [])]
  return new Problem('VALIDATION_ERROR', details.map((one) => `${one.field}: ${one.message}`).join('; '), { details })
}

/** Metadata is free-form, so a fingerprint that is no text is no mistake; it then counts as the rest of the metadata does. */
function keyFrom({ metadata, sender }: Post, message: string): string {
  const { senderId, chatId } = sender
  return keyFromSource(metadata.fingerprint) ?? digestOf({ sender: senderId, chat: chatId, message, metadata })
}

/** Words in a message clear nothing: only our own checks are known to report their end. */
function stateOf({ via, metadata }: Post): 'firing' | 'resolved' {
  return via === 'monitor' && metadata.status === 'resolved' ? 'resolved' : 'firing'
}
