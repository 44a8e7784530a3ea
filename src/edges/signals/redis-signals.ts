import { Redis } from 'ioredis'
import type { Log } from '../../ports/log.ts'
import { type Signals, type SignalsStatus, TOPICS, type Topic } from '../../ports/signals.ts'
import { createListeners } from './listeners.ts'

const CHANNEL_PREFIX = 'firebreak:'
const PULSE_MS = 2_000
const PULSE_WITHIN_MS = 1_500

/** Two connections, because one that listens may not speak. Both reconnect for ever, with a growing pause. */
export function createRedisSignals({ url, log }: { url: string; log: Log }): Signals {
  const listeners = createListeners()
  const speaker = connect(url)
  const hearer = connect(url)
  reportChanges(speaker, log)
  const pulse = feelPulse(speaker)
  hearer.on('error', () => {}) // Both connections fail together, and the speaker has said so.
  hearer.on('ready', () => {
    const channels = TOPICS.map((topic) => CHANNEL_PREFIX + topic)
    // Subscribing again after each reconnect, then looking: a hint missed meanwhile must not leave anyone waiting.
    hearer.subscribe(...channels).then(
      () => listeners.callAll(),
      () => {},
    )
  })
  hearer.on('message', (channel: string) => listeners.call(channel.slice(CHANNEL_PREFIX.length) as Topic))
  return {
    publish: createPublisher(speaker),
    subscribe: (topic, listener) => listeners.add(topic, listener),
    status: (): SignalsStatus =>
      speaker.status === 'ready' && hearer.status === 'ready' && pulse.isAnswered() ? 'connected' : 'disconnected',
    close: async () => {
      pulse.stop()
      listeners.clear()
      speaker.disconnect()
      hearer.disconnect()
    },
  }
}

/**
 * Of each topic one hint is under way and one waits: a hint says only "look", so a cache store that hangs need not be
 * told more often, and what it was not told yet does not pile up in our memory.
 */
function createPublisher(speaker: Redis): Signals['publish'] {
  const underWay = new Set<Topic>()
  const waiting = new Set<Topic>()
  return function publish(topic) {
    if (underWay.has(topic)) return void waiting.add(topic)
    underWay.add(topic)
    // One that cannot be sent is not missed: whoever waits for it looks by itself.
    const sent = speaker.publish(CHANNEL_PREFIX + topic, '').catch(() => {})
    void sent.then(() => {
      underWay.delete(topic)
      if (waiting.delete(topic)) publish(topic)
    })
  }
}

/** A store that hangs keeps its connections: only one that answers is connected. */
function feelPulse(speaker: Redis) {
  let isAnswered = true
  const feel = async () => {
    if (speaker.status !== 'ready') return
    const patience = new Promise<false>((resolve) => void setTimeout(() => resolve(false), PULSE_WITHIN_MS).unref())
    const answer = speaker.ping().then(
      () => true,
      () => false,
    )
    isAnswered = await Promise.race([answer, patience])
  }
  const timer = setInterval(() => void feel(), PULSE_MS).unref()
  return { isAnswered: () => isAnswered, stop: () => clearInterval(timer) }
}

function connect(url: string): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 5), 2_000),
  })
}

/** One line when it goes and one when it comes back, however often it is tried in between. */
function reportChanges(connection: Redis, log: Log): void {
  let isAway = false
  connection.on('error', (error: Error) => {
    if (!isAway) log.warn({ error: error.message }, 'The cache store is away; live updates come by polling meanwhile.')
    isAway = true
  })
  connection.on('ready', () => {
    if (isAway) log.info({}, 'The cache store is back.')
    isAway = false
  })
}
