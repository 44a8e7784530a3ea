import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveSettings } from '../../guidance/settings/resolve-settings.ts'
import { PeopleUnreachable } from '../../ports/people.ts'
import { createChatHealth } from './chat-health.ts'

function openHealth(environment: Record<string, string>) {
  const world = { nowMs: 0, asked: 0, isAway: false, failure: undefined as string | undefined, environment }
  const health = createChatHealth({
    currentSettings: async () => resolveSettings(world.environment, new Map()).values,
    check: async () => {
      world.asked += 1
      if (world.isAway) throw new PeopleUnreachable({ kind: 'never' }, 'Check CHAT_APP_SECRET.')
    },
    troubles: async () => (world.failure === undefined ? undefined : { waiting: 2, failure: world.failure }),
    monotonicMs: () => world.nowMs,
  })
  return { world, health }
}

const CHAT = { CHAT_APP_ID: 'cli', CHAT_APP_SECRET: 's', CHAT_ENCRYPT_KEY: 'k' }

test('without credentials no chat is configured, and nobody is asked', async () => {
  const { world, health } = openHealth({ CHAT_APP_ID: 'cli' })
  assert.deepEqual(await health(), { status: 'not_configured', warnings: [] })
  assert.equal(world.asked, 0)
})

test('the platform is asked once a minute, and again when its settings change', async () => {
  const { world, health } = openHealth(CHAT)
  assert.deepEqual(await health(), { status: 'connected', warnings: [] })
  world.isAway = true
  assert.equal((await health()).status, 'connected')
  world.nowMs = 60_001
  assert.deepEqual(await health(), { status: 'disconnected', warnings: ['Check CHAT_APP_SECRET.'] })
  world.isAway = false
  world.environment = { ...CHAT, CHAT_APP_SECRET: 'new' }
  assert.equal((await health()).status, 'connected')
  assert.equal(world.asked, 3)
})

test('cards that wait, and a missing key, are among the warnings', async () => {
  const { world, health } = openHealth({ ...CHAT, CHAT_ENCRYPT_KEY: '' })
  world.failure = 'The bot is muted.'
  const { warnings } = await health()
  assert.match(
    warnings.join('\n'),
    /2 chat card\(s\) could not be sent yet: The bot is muted\.\nCHAT_ENCRYPT_KEY is not set/,
  )
})
