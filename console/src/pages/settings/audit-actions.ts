/** What the audit trail says was done, and to what. */
import { phrase } from '../../language/phrase.ts'

/** What was done, in words; a deed that has none bears its name. */
export function actionWord(action: string): string {
  return ACTION_WORDS[action] ?? action
}

const ACTION_WORDS: Readonly<Record<string, string>> = {
  'audit.sealed': phrase('Audit trail sealed'),
  'config.changed': phrase('Settings changed'),
  'environment.put': phrase('Environment saved'),
  'incident.assigned': phrase('Incident assigned'),
  'incident.attached': phrase('Incident attached'),
  'incident.confirm': phrase('Plan confirmed'),
  'incident.ignore': phrase('Incident ignored'),
  'incident.rediagnose': phrase('Another look asked for'),
  'incident.reject': phrase('Plan rejected'),
  'incident.resolved': phrase('Incident resolved'),
  'incident.set_free': phrase('Incident set free'),
  'key.created': phrase('Key created'),
  'key.revoked': phrase('Key revoked'),
  'knowledge.change': phrase('Entry changed'),
  'knowledge.create': phrase('Entry written'),
  'knowledge.remove': phrase('Entry removed'),
  'knowledge.restore': phrase('Entry restored'),
  'plan.handed_in': phrase('Plan handed in'),
  'plugin.agreed': phrase('Plugin agreed to'),
  'plugin.changed': phrase('Plugin changed'),
  'plugin.loaded': phrase('Plugin loaded'),
  'plugin.refused': phrase('Plugin refused'),
  'plugin.removed': phrase('Plugin removed'),
  'plugin.run': phrase('Plugin run'),
  'plugin.waits': phrase('Plugin waits to be agreed to'),
  'policy.refused': phrase('Refused by policy'),
  'run.retried': phrase('Run tried again'),
  'session.ended': phrase('Signed out'),
  'session.opened': phrase('Signed in'),
  'session.refused': phrase('Sign-in refused'),
  'silence.changed': phrase('Silence changed'),
  'silence.created': phrase('Silence made'),
  'silence.ended': phrase('Silence ended'),
  'silence.imported': phrase('Silence taken over'),
  'step.completed': phrase('Step ended'),
  'step.started': phrase('Step begun'),
  'store.released': phrase('Store released'),
}

/** Names and numbers stay; what the trail calls by words of its own is told in the reader's. */
export function targetWord(target: string): string {
  return TARGET_WORDS[target] ?? target.replaceAll(',', ', ')
}

const TARGET_WORDS: Readonly<Record<string, string>> = {
  'environment context': phrase('environment|audit'),
  session: phrase('session|audit'),
  store: phrase('store|audit'),
}
