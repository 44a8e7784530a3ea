/** Alerts that fire on purpose: a heartbeat says that the alerting chain works, an inhibitor only silences others. */
import type { Analyzer } from '../finding.ts'

const HEARTBEAT = /^(watchdog|dead ?mans? ?(switch|snitch)?|heartbeat|info ?inhibitor|always ?firing)$/i

export const worksAsDesigned: Analyzer = ({ subject: { alertName, severityWord, labels } }) => {
  const isHeartbeat = HEARTBEAT.test(alertName.replace(/([a-z])([A-Z])/g, '$1 $2')) || HEARTBEAT.test(alertName)
  if (!isHeartbeat && severityWord.toLowerCase() !== 'none') return []
  return [
    {
      kind: 'works_as_designed',
      statement: `${alertName} works as designed: it fires all the time${severityWord === '' ? '' : ` (severity ${severityWord})`} to show that alerting itself is alive. Nothing is wrong and no action is needed.`,
      facts: [],
      evidence: [],
      confidence: isHeartbeat ? 0.95 : 0.8,
      situation: 'works_as_designed',
      subject: { kind: 'Alert', name: labels.alertname ?? alertName },
      weight: 'cause',
      actions: [],
      noActionReason: 'A heartbeat needs no remedy.',
      suggestions: ['Route this alert to a dead man’s switch instead of a person.'],
    },
  ]
}
