import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnvironment } from './environment-map.ts'
import { knownNames } from './known-names.ts'

test('namespaces come from policy and from people, databases from the settings, each once and in order', () => {
  const services = [
    { name: 'web', namespace: 'shop' },
    { name: 'api', namespace: 'back' },
    { name: 'web', namespace: '' },
  ]
  const environment = readEnvironment(JSON.stringify({ services }))
  assert.deepEqual(knownNames({ environment, allowedNamespaces: ['shop', 'area'], databases: ['orders', 'main'] }), {
    namespace: ['area', 'back', 'shop'],
    database: ['main', 'orders'],
    deployment: ['api', 'web'],
  })
})

test('a word for everything is no name, and a thousand are too many to offer', () => {
  const environment = readEnvironment('{}')
  const many = Array.from({ length: 1000 }, (_, at) => `db-${at}`)
  const { namespace, database } = knownNames({ environment, allowedNamespaces: ['*'], databases: many })
  assert.deepEqual([namespace.length, database.length], [0, 200])
})
