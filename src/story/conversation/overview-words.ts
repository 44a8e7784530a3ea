/** What is going on altogether, in plain sentences. */
import type { Clock } from '../../ports/clock.ts'
import type { IncidentStore } from '../incident/incident-store.ts'

type Parts = { incidents: Pick<IncidentStore, 'list' | 'counts'>; clock: Clock }

const WAITING_LISTED = 5

export async function todayWords({ incidents, clock }: Parts): Promise<string> {
  const from = { day: clock.now().toISOString().slice(0, 10) }
  const count = async (status?: string) =>
    (await incidents.list({ from, ...(status && { status }) }, { offset: 0, limit: 1 })).total
  const { activeIncidents, pendingApprovals } = await incidents.counts()
  const [opened, resolved, escalated, expired] = [
    await count(),
    await count('resolved'),
    await count('escalated'),
    await count('expired'),
  ]
  const ended = resolved + escalated + expired
  const rate =
    ended === 0 ? 'none has come to an end yet' : `${Math.round((resolved / ended) * 100)} % of ${ended} were resolved`
  const waiting = await incidents.list({ status: 'awaiting_approval' }, { offset: 0, limit: WAITING_LISTED })
  return [
    `${activeIncidents} incident${activeIncidents === 1 ? '' : 's'} open, ${pendingApprovals} waiting for a decision.`,
    `Today (UTC): ${opened} opened; ${rate}.`,
    ...waiting.items.map(({ id, severity, title }) => `- ${id} (${severity}) waits: ${title}`),
  ].join('\n')
}

type Listed = { name: string; category: string; isEnabled: boolean }

export function pluginWords(plugins: readonly Listed[]): string {
  const named = (category: string) =>
    plugins.filter((one) => one.category === category && one.isEnabled).map(({ name }) => name)
  const disabled = plugins.filter(({ isEnabled }) => !isEnabled).map(({ name }) => name)
  return [
    `${plugins.length} plugins.`,
    `To look with: ${named('diagnostic').join(', ')}.`,
    `To act, each time only once somebody has confirmed it: ${named('remediation').join(', ')}.`,
    ...(disabled.length > 0 ? [`Disabled: ${disabled.join(', ')}.`] : []),
  ].join('\n')
}
