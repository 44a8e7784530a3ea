import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exhibit } from './evidence.ts'
import { isReadAgain } from './look-again.ts'

const GATEWAY = { kind: 'bad_revision', object: 'Deployment production/gateway', statement: 'It fails.' }
const BY_LISTING = { ...GATEWAY, plugins: ['list_pods', 'metrics.query'] }
const BY_FIGURES = { ...GATEWAY, plugins: ['metrics.query'] }
const SESSION = { kind: 'lock_root', object: 'Session 4711', statement: 'It waits.', plugins: ['lock_waits'] }

function asked(plugin: string, parameters: Exhibit['parameters'] = {}, success = true): Exhibit {
  const result = success ? { success, data: {} } : { success, error: 'No answer.' }
  return { id: 'C1', plugin, parameters, result }
}

const LOOKS: Record<string, [Parameters<typeof isReadAgain>[0], Exhibit, boolean]> = {
  'its namespace was listed': [BY_LISTING, asked('list_pods', { namespace: 'production' }), true],
  'all namespaces were listed': [BY_LISTING, asked('list_pods', { namespace: '*' }), true],
  'another namespace was listed': [BY_LISTING, asked('list_pods', { namespace: 'shop' }), false],
  'the listing failed': [BY_LISTING, asked('list_pods', { namespace: 'production' }, false), false],
  'figures of anybody were read': [BY_LISTING, asked('metrics.query'), false],
  'the figures that proved it were read': [BY_FIGURES, asked('metrics.query'), true],
  'a diagnosis of before kept no plugins, and its namespace was listed': [
    GATEWAY,
    asked('list_pods', { namespace: 'production' }),
    true,
  ],
  'the database was asked the same': [SESSION, asked('lock_waits', { database: 'orders' }), true],
  'the database gave no answer': [SESSION, asked('lock_waits', { database: 'orders' }, false), false],
}

for (const [name, [fault, exhibit, isRead]] of Object.entries(LOOKS))
  test(`${isRead ? 'an object is' : 'an object is not'} looked at again where ${name}`, () => {
    assert.equal(isReadAgain(fault, [exhibit]), isRead)
  })
