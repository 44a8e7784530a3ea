/** What is done in the background, by one instance at a time. */
import type { Redactor } from '../../guidance/secrecy/redact.ts'
import type { SettingsDesk } from '../../guidance/settings/settings-desk.ts'
import type { Alert } from '../../story/alert/alert.ts'
import type { Sweep } from '../../story/workflow/sweeper.ts'
import { forgetCallbacks } from './chat-inbox-records.ts'
import type { Database } from './database.ts'
import { createEventFeed } from './feed-records.ts'
import { indexFreshTexts } from './fresh-texts.ts'
import { releaseHeldKeys } from './held-key-records.ts'
import { foldCounts } from './incident-counts.ts'
import { foldIncidentTimes } from './incident-time-records.ts'
import { markIncidents } from './mark-records.ts'
import { rememberClosed } from './memory-records.ts'
import { holdsOf, settleCalm } from './rhythm-records.ts'
import { forgetSessions } from './session-records.ts'
import { letThrough, tellEndings } from './silence-endings.ts'
import { expireUnanswered, forgetInstances, forgetJournals, removeOld } from './sweep-records.ts'

type Parts = {
  database: Database
  settings: SettingsDesk
  redactor: Redactor
  /** What a silence no longer holds back. */
  handIn: (alert: Alert) => Promise<unknown>
}

export function sweepsOf({ database, settings, redactor, handIn }: Parts): Sweep[] {
  const retentionDays = async () => (await settings.current()).RETENTION_DAYS
  const noticeOfEnd = async () => {
    const { SILENCE_NOTICE_SECONDS: seconds, CHAT_DEFAULT_CHAT_ID: chatId } = await settings.current()
    return { seconds, chatId }
  }
  return [
    { name: 'fold counts', everySeconds: 5, run: () => foldCounts(database) },
    { name: 'index fresh texts', everySeconds: 5, run: () => indexFreshTexts(database) },
    { name: 'fold incident times', everySeconds: 5, run: () => foldIncidentTimes(database, createEventFeed(database)) },
    { name: 'mark incidents', everySeconds: 2, run: () => markIncidents(database, createEventFeed(database)) },
    { name: 'expire unanswered', everySeconds: 5, run: () => expireUnanswered(database) },
    { name: 'remember closed', everySeconds: 5, run: () => rememberClosed(database, redactor) },
    { name: 'release held keys', everySeconds: 5, run: () => releaseHeldKeys(database) },
    { name: 'settle calm', everySeconds: 2, run: async () => settleCalm(database, holdsOf(await settings.current())) },
    { name: 'let silenced alerts through', everySeconds: 5, run: () => letThrough(database, handIn) },
    { name: 'tell ending silences', everySeconds: 15, run: async () => tellEndings(database, await noticeOfEnd()) },
    { name: 'forget callbacks', everySeconds: 3600, run: () => forgetCallbacks(database) },
    { name: 'forget sessions', everySeconds: 3600, run: () => forgetSessions(database) },
    { name: 'forget instances', everySeconds: 3600, run: () => forgetInstances(database) },
    { name: 'forget journals', everySeconds: 3600, run: () => forgetJournals(database) },
    { name: 'remove old', everySeconds: 600, run: async () => removeOld(database, await retentionDays()) },
  ]
}
