import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAlert } from './read-alert.ts'

const post = {
  title: '[Alerting] catalog-prod CPU',
  state: 'alerting',
  message: 'CPU on catalog-prod above 88% for 20 minutes',
  ruleId: 7,
  ruleName: 'db cpu',
  ruleUrl: 'http://dashboard.example.com/d/db/db?viewPanel=1',
  orgId: 1,
  dashboardId: 3,
  panelId: 1,
  tags: { instance: 'catalog-prod', severity: 'critical' },
  evalMatches: [{ value: 97.1, metric: 'cpu', tags: { core: '2' } }],
}

function read(body: object) {
  return readAlert(body, { senderIsAlertBot: false, via: 'api' })
}

test('a dashboard post is read whole', () => {
  const labels = { alertname: 'db cpu', core: '2', instance: 'catalog-prod', severity: 'critical' }
  const key = 'dashboard:1:rule:7'
  const annotations = { value: 'cpu: 97.1', ruleUrl: 'http://dashboard.example.com/d/db/db?viewPanel=1' }
  assert.deepEqual(read(post), {
    dialect: 'dashboard',
    state: 'firing',
    title: 'catalog-prod CPU',
    description: 'CPU on catalog-prod above 88% for 20 minutes',
    severity: 'critical',
    category: 'database',
    source: 'grafana',
    fingerprint: key,
    members: [{ key, state: 'firing', severity: 'critical', name: 'db cpu', labels, annotations }],
    joinKeys: [key],
    reportsClearing: true,
    message: 'CPU on catalog-prod above 88% for 20 minutes',
    senderId: '',
    chatId: '',
    labels,
    metadata: {
      orgId: '1',
      ruleId: '7',
      dashboardId: '3',
      panelId: '1',
      ruleName: 'db cpu',
      ruleUrl: 'http://dashboard.example.com/d/db/db?viewPanel=1',
      state: 'alerting',
      evalMatches: [{ metric: 'cpu', value: 97.1, tags: { core: '2' } }],
    },
  })
})

test('alerting and no_data fire, ok resolves, and other states open nothing', () => {
  const states = {
    alerting: 'firing',
    no_data: 'firing',
    ok: 'resolved',
    pending: 'silent',
    paused: 'silent',
    unknown: 'silent',
  }
  for (const [state, expected] of Object.entries(states)) assert.equal(read({ ...post, state }).state, expected, state)
  const { members, joinKeys } = read({ ...post, state: 'paused' })
  assert.deepEqual({ members, joinKeys }, { members: [], joinKeys: ['dashboard:1:rule:7'] })
})

test('the rule is known by its id, as an integer or a string, else by its name, else by its title without the state', () => {
  assert.equal(read({ ...post, ruleId: '7', orgId: '1' }).fingerprint, 'dashboard:1:rule:7')
  assert.equal(read({ ...post, ruleId: null }).fingerprint, 'dashboard:1:name:db cpu')
  const nameless = { orgId: 1, state: 'alerting', title: '[Alerting] CPU' }
  assert.equal(read(nameless).fingerprint, read({ orgId: 1, state: 'ok', title: '[OK] CPU' }).fingerprint)
  assert.notEqual(read(nameless).fingerprint, read({ ...nameless, orgId: 2 }).fingerprint)
})

test('what the tool leaves empty is absent', () => {
  const nulls = { message: null, tags: null, evalMatches: null, ruleUrl: null, dashboardId: null, panelId: null }
  const { description, labels } = read({ ...post, ...nulls })
  assert.equal(description, 'catalog-prod CPU')
  assert.deepEqual(labels, { alertname: 'db cpu' })
  assert.equal(read({ ...post, evalMatches: [{ value: null, metric: 'cpu', tags: null }] }).state, 'firing')
  assert.equal(read({ ...post, evalMatches: [{ value: 'NaN' }] }).state, 'firing')
})

test('without a message the description tells what was measured', () => {
  const { description } = read({ ...post, message: '' })
  assert.equal(description, 'catalog-prod CPU\ncpu: 97.1')
})

test('a state and evalMatches alone make a dashboard post', () => {
  const { dialect, title } = read({ state: 'alerting', evalMatches: null })
  assert.deepEqual({ dialect, title }, { dialect: 'dashboard', title: 'Dashboard alert' })
})
