/** The servers a diagnosis asks, the chat, the cloud and our own address, each asked as the service would ask it. */
import { randomUUID } from 'node:crypto'
import { createChatPlatform } from '../chat/chat-platform.ts'
import { createCloudAlarms } from '../cloud/cloud-alarms.ts'
import { readSilences } from '../monitoring/alertmanager.ts'
import { createLoki } from '../monitoring/loki.ts'
import { createPrometheus } from '../monitoring/prometheus.ts'
import { createSentry } from '../monitoring/sentry.ts'
import { readBody } from '../outbound/read-body.ts'
import { type MakeTrial, TrialFailed, type TrialTools } from './trial.ts'

type Settings = Parameters<MakeTrial>[0]

const hostOf = (address: string) => URL.parse(address)?.host ?? 'it'
const askingWith = (settings: Settings, { fetch }: TrialTools) => ({ currentSettings: async () => settings, fetch })

export const tryMetrics: MakeTrial = (settings, tools) =>
  settings.METRICS_URL === undefined
    ? undefined
    : {
        tried: `Asked ${hostOf(settings.METRICS_URL)} for vector(1).`,
        ask: async () => {
          await createPrometheus(askingWith(settings, tools)).query('vector(1)', undefined, tools.signal)
          return 'It answered as a metrics server does.'
        },
      }

const MINUTE_MS = 60_000

export const tryLogs: MakeTrial = (settings, tools) =>
  settings.LOGS_URL === undefined
    ? undefined
    : {
        tried: `Asked ${hostOf(settings.LOGS_URL)} for one line of the last minute.`,
        ask: async () => {
          const end = Date.now()
          const span = { start: new Date(end - MINUTE_MS).toISOString(), end: new Date(end).toISOString(), limit: 1 }
          await createLoki(askingWith(settings, tools)).query('{firebreak="test"}', span, tools.signal)
          return 'It answered as a log server does.'
        },
      }

export const tryErrors: MakeTrial = (settings, tools) =>
  settings.ERRORS_URL === undefined
    ? undefined
    : {
        tried: `Asked ${hostOf(settings.ERRORS_URL)} for an issue that does not exist.`,
        ask: async () => {
          await createSentry(askingWith(settings, tools)).issue('0', tools.signal)
          return 'It answered that there is none, so it knows us.'
        },
      }

export const tryAlertmanager: MakeTrial = (settings, tools) =>
  settings.ALERTMANAGER_URL === undefined
    ? undefined
    : {
        tried: `Asked ${hostOf(settings.ALERTMANAGER_URL)} for its silences.`,
        ask: async () => {
          const { length } = await readSilences(askingWith(settings, tools), tools.signal)
          return `It answered as an Alertmanager does; ${length} of its silences are not over.`
        },
      }

function chatOf(settings: Settings, { fetch, clock }: TrialTools) {
  return createChatPlatform({ currentSettings: async () => settings, fetch, clock })
}

function isChatSet({ CHAT_BASE_URL, CHAT_APP_ID, CHAT_APP_SECRET }: Settings): boolean {
  return Boolean(CHAT_BASE_URL && CHAT_APP_ID && CHAT_APP_SECRET)
}

export const tryChat: MakeTrial = (settings, tools) =>
  isChatSet(settings)
    ? {
        tried: `Signed in to ${hostOf(settings.CHAT_BASE_URL ?? '')} as ${settings.CHAT_APP_ID} and asked who we are.`,
        ask: async () => {
          await chatOf(settings, tools).check()
          return 'It let us in and named our bot.'
        },
      }
    : undefined

export const tryChannel: MakeTrial = (settings, tools) => {
  const chatId = settings.CHAT_DEFAULT_CHAT_ID
  if (chatId === undefined || !isChatSet(settings)) return undefined
  return {
    tried: `Sent a test message to chat ${chatId}.`,
    ask: async () => {
      const text = `This is a test of Firebreak, asked for by ${tools.by}. Nothing is wrong.`
      const { messageId } = await chatOf(settings, tools).post({ chatId, key: randomUUID(), text })
      return `The platform took it as message ${messageId}; look whether it is there.`
    },
  }
}

export const tryCloud: MakeTrial = ({ CLOUD_REGION, CLOUD_ENDPOINT }, { fetch, signal }) => ({
  tried: `Asked CloudWatch ${CLOUD_REGION ?? 'in the region of the AWS environment'} for the alarms that fire.`,
  ask: async () => {
    const alarms = createCloudAlarms({ fetch })
    try {
      const found = await alarms.inAlarm({ region: CLOUD_REGION, endpoint: CLOUD_ENDPOINT }, signal)
      return `It answered; ${found.length === 1 ? 'one fires' : `${found.length} fire`}.`
    } finally {
      alarms.close()
    }
  },
})

const HEALTH_BYTES_MAX = 64 * 1024

export const tryPublicUrl: MakeTrial = ({ PUBLIC_URL }, { fetch, signal }) =>
  PUBLIC_URL === undefined
    ? undefined
    : {
        tried: `Asked ${hostOf(PUBLIC_URL)} for /healthz, as a link on a card would lead there.`,
        ask: async () => {
          const response = await fetch(`${PUBLIC_URL.replace(/\/+$/, '')}/healthz`, { signal })
          const text = await readBody(response, HEALTH_BYTES_MAX)
          if (!/"uptime"/.test(text))
            throw new TrialFailed(`It answered ${response.status}, and not as Firebreak does.`)
          return `A Firebreak answers there (${response.status}).`
        },
      }
