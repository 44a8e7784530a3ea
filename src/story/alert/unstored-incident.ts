import type { Incident } from '../incident/incident.ts'
import type { Alert } from './alert.ts'
import { planIntake } from './plan-intake.ts'

/** The incident an alert would open where there is no store: the same rules decide what it stands for, and in the same order. */
export function unstoredIncident(alert: Alert, id: string, now: Date): Incident | undefined {
  const { opened, fired } = planIntake([alert], new Map(), () => id)
  if (opened.length === 0) return undefined
  const { title, description, severity, category, source, fingerprint, senderId, chatId } = alert
  const firing = [...fired.values()].map(({ member }) => ({ ...member, startsAt: member.startsAt }))
  return {
    ...{ id, title, description, severity, category, source, fingerprint, senderId, chatId },
    status: 'diagnosing',
    createdAt: now,
    updatedAt: now,
    closedAt: undefined,
    resolvedAt: undefined,
    assignee: undefined,
    partOf: undefined,
    partsCount: 0,
    rhythm: undefined,
    confirmBy: undefined,
    resolution: undefined,
    repeatCount: 0,
    memberCounts: { firing: firing.length, total: firing.length },
    members: firing.sort((one, other) => (one.key < other.key ? -1 : 1)),
  }
}
