import type { Alert, Notification } from './alert.ts'
import { readAlertmanager } from './alertmanager-dialect.ts'
import { type Fields, has } from './body-field.ts'
import { readDashboard } from './dashboard-dialect.ts'
import { readPlain } from './plain-dialect.ts'
import { type Post, readPost } from './post.ts'
import { capText, mapTexts } from './stored-text.ts'
import { oneLine } from './title.ts'

/** How an alert came to us, which its body cannot be trusted to tell. */
export type AlertContext = { senderIsAlertBot: boolean; via: Post['via'] }

/**
 * The one door for alerts: API, chat and our own checks. What it returns can be trusted and stored; what it cannot read
 * it refuses with a `Problem` that names the field.
 */
export function readAlert(body: unknown, context: AlertContext): Alert {
  const post = readPost(body, context.via)
  const notification = READERS[dialectOf(post.fields)](post)
  const metadata = mapTexts(notification.metadata, capText) as Alert['metadata']
  return { ...notification, ...post.sender, source: sourceOf(post, context, notification), metadata }
}

const READERS: Readonly<Record<Alert['dialect'], (post: Post) => Notification>> = {
  plain: readPlain,
  alertmanager: readAlertmanager,
  dashboard: readDashboard,
}

/** Told by content, because all dialects are posted to one address. `evalMatches` may be null and still gives it away. */
function dialectOf(fields: Fields): Alert['dialect'] {
  if (Array.isArray(fields.alerts)) return 'alertmanager'
  const namesRule =
    ['title', 'ruleName', 'ruleId'].some((name) => has(fields, name)) || Object.hasOwn(fields, 'evalMatches')
  return has(fields, 'state') && namesRule ? 'dashboard' : 'plain'
}

function sourceOf(
  { metadata, fields }: Post,
  { via, senderIsAlertBot }: AlertContext,
  { dialect }: Notification,
): string {
  const stated = typeof metadata.source === 'string' ? oneLine(metadata.source) : ''
  if (stated !== '') return stated
  if (via === 'monitor') return 'monitor'
  if (via === 'chat' || senderIsAlertBot) return 'alert_bot'
  if (dialect === 'plain') return 'api'
  // Unified alerting speaks the alert manager's dialect, and adds the organisation.
  return dialect === 'dashboard' || has(fields, 'orgId') ? 'grafana' : 'alertmanager'
}
