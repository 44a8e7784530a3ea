/** Where the alert itself says its runbook is; anything but a plain web address stays text in the alert. */
import type { IncidentDetail } from '@contract/incident.ts'

const NAMES = ['runbook_url', 'runbook', 'runbookUrl', 'runbook_link']
const ADDRESS = /^https?:\/\/[^\s"'<>]+$/

export function runbookAddresses(alerts: IncidentDetail['alerts']): string[] {
  const all = alerts.flatMap(({ annotations, labels }) => NAMES.map((name) => annotations[name] ?? labels[name] ?? ''))
  return [...new Set(all.filter((address) => ADDRESS.test(address)))]
}
