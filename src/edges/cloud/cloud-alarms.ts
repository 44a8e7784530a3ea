/**
 * CloudWatch's alarms, by Amazon's own client: it signs, and finds its credentials in the usual places (environment, profile,
 * role). It is loaded when it is first needed, and goes out through the one guarded way.
 */
import type { CloudWatchClient, DescribeAlarmsCommandOutput } from '@aws-sdk/client-cloudwatch'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { guardedHandler } from './guarded-handler.ts'

export type CloudAlarm = {
  name: string
  state: string
  reason: string
  description: string
  /** Empty for an alarm made of other alarms. */
  metric: string
  dimensions: Readonly<Record<string, string>>
}

export type CloudPlace = { region: string | undefined; endpoint: string | undefined }

export type CloudAlarms = {
  inAlarm(place: CloudPlace, signal: AbortSignal): Promise<CloudAlarm[]>
  /** Those that still exist. */
  named(place: CloudPlace, names: readonly string[], signal: AbortSignal): Promise<CloudAlarm[]>
  close(): void
}

/** CloudWatch takes no more at once. */
const AT_ONCE = 100
/** More than any account has firing in earnest; a page that leads to itself must end somewhere. */
const PAGES_MAX = 20
const TYPES = ['MetricAlarm' as const, 'CompositeAlarm' as const]

type Question = { StateValue: 'ALARM' } | { AlarmNames: string[] }

export function createCloudAlarms({ fetch }: { fetch: GuardedFetch }): CloudAlarms {
  let open: { place: string; client: CloudWatchClient } | undefined
  const clientFor = async ({ region, endpoint }: CloudPlace) => {
    const place = JSON.stringify([region, endpoint])
    if (open?.place === place) return open.client
    const { CloudWatchClient } = await import('@aws-sdk/client-cloudwatch')
    open?.client.destroy()
    const client = new CloudWatchClient({
      ...(region !== undefined && { region }),
      ...(endpoint !== undefined && { endpoint }),
      requestHandler: guardedHandler(fetch),
      maxAttempts: 2,
    })
    open = { place, client }
    return client
  }
  return {
    inAlarm: async (place, signal) => describe(await clientFor(place), { StateValue: 'ALARM' }, signal),
    named: async (place, names, signal) => {
      const found: CloudAlarm[] = []
      for (let from = 0; from < names.length; from += AT_ONCE) {
        const AlarmNames = names.slice(from, from + AT_ONCE)
        found.push(...(await describe(await clientFor(place), { AlarmNames }, signal)))
      }
      return found
    },
    close: () => open?.client.destroy(),
  }
}

async function describe(client: CloudWatchClient, question: Question, signal: AbortSignal): Promise<CloudAlarm[]> {
  const { DescribeAlarmsCommand } = await import('@aws-sdk/client-cloudwatch')
  const alarms: CloudAlarm[] = []
  let NextToken: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const asked = { ...question, AlarmTypes: TYPES, MaxRecords: AT_ONCE, ...(NextToken && { NextToken }) }
    const answer = await client.send(new DescribeAlarmsCommand(asked), { abortSignal: signal })
    alarms.push(...readAlarms(answer))
    NextToken = answer.NextToken
    if (!NextToken) return alarms
  }
  return alarms
}

function readAlarms({ MetricAlarms = [], CompositeAlarms = [] }: DescribeAlarmsCommandOutput): CloudAlarm[] {
  const metric = MetricAlarms.map((alarm) => ({
    ...ofBoth(alarm),
    metric: [alarm.Namespace, alarm.MetricName].filter(Boolean).join(' '),
    dimensions: Object.fromEntries((alarm.Dimensions ?? []).map(({ Name = '', Value = '' }) => [Name, Value])),
  }))
  const composite = CompositeAlarms.map((alarm) => ({ ...ofBoth(alarm), metric: '', dimensions: {} }))
  return [...metric, ...composite].filter(({ name }) => name !== '')
}

type Described = { AlarmName?: string | undefined; StateValue?: string | undefined } & {
  StateReason?: string | undefined
  AlarmDescription?: string | undefined
}

function ofBoth({ AlarmName = '', StateValue = '', StateReason = '', AlarmDescription = '' }: Described) {
  return { name: AlarmName, state: StateValue, reason: StateReason, description: AlarmDescription }
}
