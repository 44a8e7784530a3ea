/** One notification can bring tens of thousands of alerts, and reading them all would keep everybody else waiting. */
import { type Fields, isFields } from './body-field.ts'

type Capped = { body: unknown; leftOut: number }

/** Those that burn come before those that are over. What is left out is counted where Alertmanager counts its own. */
export function capMembers(body: unknown, membersMax: number): Capped {
  if (!isFields(body) || !Array.isArray(body.alerts) || body.alerts.length <= membersMax) return { body, leftOut: 0 }
  const { alerts, truncatedAlerts } = body as Fields & { alerts: readonly unknown[] }
  const isOver = (alert: unknown) => isFields(alert) && alert.status === 'resolved'
  const kept = [...alerts.filter((alert) => !isOver(alert)), ...alerts.filter(isOver)].slice(0, membersMax)
  const leftOut = alerts.length - kept.length
  const before = Number.isSafeInteger(truncatedAlerts) ? Number(truncatedAlerts) : 0
  return { body: { ...body, alerts: kept, truncatedAlerts: before + leftOut }, leftOut }
}
