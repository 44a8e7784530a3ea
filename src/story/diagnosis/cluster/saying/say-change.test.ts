import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayChange, sayChanges } from './say-change.ts'

const FIELD = 'spec.containers[web]'

test('a variable is told by its name', () => {
  const removed = { field: `${FIELD}.env[PAY_URL]`, from: { name: 'PAY_URL', value: 'x' }, to: null }
  assert.equal(sayChange(removed), 'variable PAY_URL was removed')
  const moved = { field: `${FIELD}.env[KEY].valueFrom.secretKeyRef.name`, from: 'old', to: 'new' }
  assert.equal(sayChange(moved), 'variable KEY (secretKeyRef.name) went from old to new')
})

test('an image and a limit are told with what they were and are', () => {
  assert.equal(
    sayChange({ field: `${FIELD}.image`, from: 'web:1', to: 'web:2' }),
    'container web: image went from web:1 to web:2',
  )
  assert.equal(
    sayChange({ field: `${FIELD}.resources.limits.memory`, from: '1Gi', to: '96Mi' }),
    'container web: resources.limits.memory went from 1Gi to 96Mi',
  )
})

test('of lists that have no names to compare, only what differs is told', () => {
  const args = { field: `${FIELD}.args`, from: ['--save', ''], to: ['--save', '', '--requirepass'] }
  assert.equal(sayChange(args), 'container web: args got "--requirepass"')
})

test('a variable that stands there twice is told so', () => {
  const before = [{ name: 'HOST', value: 'front' }]
  const twice = { field: `${FIELD}.env`, from: before, to: [...before, { name: 'HOST', value: 'localhost' }] }
  assert.match(sayChange(twice), /got \{"name":"HOST","value":"localhost"\} \(a name that stands there twice/)
})

test('what every rollout touches is left out where anything else changed', () => {
  const noise = { field: 'metadata.annotations.kubectl.kubernetes.io/restartedAt', from: null, to: '2026' }
  assert.equal(
    sayChanges([noise, { field: `${FIELD}.image`, from: 'a', to: 'b' }]),
    'container web: image went from a to b',
  )
})

test('of two long values the part where they differ is told', () => {
  const alike = '-Dalike=yes '.repeat(20)
  const said = sayChange({ field: `${FIELD}.env[OPTIONS].value`, from: `${alike}-Xmx512m`, to: `${alike}-Xmx64m` })
  assert.match(said, /^variable OPTIONS went from … .*-Xmx512m to … .*-Xmx64m$/)
})
