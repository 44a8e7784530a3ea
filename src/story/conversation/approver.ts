/** Who may decide in the chat. A signature proves the platform, not the person's right. */
import type { Settings } from '../../guidance/settings/catalogue.ts'

type Asked = {
  ids: readonly string[]
  settings: Pick<Settings, 'CHAT_APPROVER_IDS' | 'ALERT_BOT_IDS' | 'CHAT_APP_ID'>
  ownId: string | undefined
  /** Who sent the alert; `''` if nobody is named. */
  alertSenderId: string
}

export type PersonRefusal = { reason: 'not_a_person' | 'own_alert' | 'not_an_approver'; sentence: string }

export function refusalOfPerson({ ids, settings, ownId, alertSenderId }: Asked): PersonRefusal | undefined {
  const bots = [...(settings.ALERT_BOT_IDS ?? []), settings.CHAT_APP_ID, ownId]
  if (ids.some((id) => bots.includes(id))) return { reason: 'not_a_person', sentence: 'Only people may decide.' }
  if (alertSenderId !== '' && ids.includes(alertSenderId))
    return { reason: 'own_alert', sentence: 'Who sent the alert cannot decide on it.' }
  const { CHAT_APPROVER_IDS: approvers } = settings
  if (approvers && !ids.some((id) => approvers.includes(id)))
    return { reason: 'not_an_approver', sentence: 'You are not among those who may decide here (CHAT_APPROVER_IDS).' }
  return undefined
}
