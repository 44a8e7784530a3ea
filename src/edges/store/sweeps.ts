/** What is done in the background, by one instance at a time. */
import type { Redactor } from '../../guidance/secrecy/redact.ts'
import type { SettingsDesk } from '../../guidance/settings/settings-desk.ts'
import type { Sweep } from '../../story/workflow/sweeper.ts'
import { forgetCallbacks } from './chat-inbox-records.ts'
import type { Database } from './database.ts'
import { createEventFeed } from './feed-records.ts'
import { foldCounts } from './incident-counts.ts'
import { foldIncidentTimes } from './incident-time-records.ts'
import { markIncidents } from './mark-records.ts'
import { rememberClosed } from './memory-records.ts'
import { forgetSessions } from './session-records.ts'
import { expireUnanswered, forgetInstances, forgetJournals, removeOld } from './sweep-records.ts'

export function sweepsOf(database: Database, settings: SettingsDesk, redactor: Redactor): Sweep[] {
  const retentionDays = async () => (await settings.current()).RETENTION_DAYS
  return [
    { name: 'fold counts', everySeconds: 5, run: () => foldCounts(database) },
    { name: 'fold incident times', everySeconds: 5, run: () => foldIncidentTimes(database, createEventFeed(database)) },
    { name: 'mark incidents', everySeconds: 2, run: () => markIncidents(database, createEventFeed(database)) },
    { name: 'expire unanswered', everySeconds: 5, run: () => expireUnanswered(database) },
    { name: 'remember closed', everySeconds: 5, run: () => rememberClosed(database, redactor) },
    { name: 'forget callbacks', everySeconds: 3600, run: () => forgetCallbacks(database) },
    { name: 'forget sessions', everySeconds: 3600, run: () => forgetSessions(database) },
    { name: 'forget instances', everySeconds: 3600, run: () => forgetInstances(database) },
    { name: 'forget journals', everySeconds: 3600, run: () => forgetJournals(database) },
    { name: 'remove old', everySeconds: 600, run: async () => removeOld(database, await retentionDays()) },
  ]
}
