import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readAlert } from './read-alert.ts'

type Sent = Record<string, unknown>

function read(body: Sent) {
  return readAlert(body, { senderIsAlertBot: false, via: 'api' })
}

function alert(fields: Sent = {}): Sent {
  return { status: 'firing', labels: { alertname: 'DiskFull', instance: 'web-1' }, ...fields }
}

test('an alert without fingerprint, annotations or start is read all the same', () => {
  const { members, joinKeys, title, state } = read({
    status: 'firing',
    alerts: [{ labels: { alertname: 'DiskFull' } }],
  })
  const key = members[0]?.key ?? ''
  assert.match(key, /^[\da-f]{32}$/)
  assert.deepEqual(members, [
    { key, state: 'firing', severity: 'medium', name: 'DiskFull', labels: { alertname: 'DiskFull' }, annotations: {} },
  ])
  assert.deepEqual({ joinKeys, title, state }, { joinKeys: [key], title: 'DiskFull', state: 'firing' })
})

test('alerts without fingerprints are known by their labels, and join by their group too', () => {
  const group = { groupKey: '{}:{alertname="DiskFull"}' }
  const first = read({ ...group, alerts: [alert({ annotations: { value: '91' } })] })
  const second = read({ ...group, alerts: [alert({ labels: { instance: 'web-1', alertname: 'DiskFull' } })] })
  assert.deepEqual(first.joinKeys, second.joinKeys)
  assert.match(first.joinKeys[1] ?? '', /^group:[\da-f]{32}$/)
})

test('where an alert carries a fingerprint, the group joins nothing', () => {
  const { joinKeys } = read({ groupKey: 'g', alerts: [alert({ fingerprint: 'abc' }), alert()] })
  assert.equal(joinKeys.length, 2)
  assert.ok(joinKeys.every((key) => !key.startsWith('group:')))
})

test('alerts without labels are told apart by their annotations', () => {
  const { members } = read({
    alerts: ['a', 'b'].map((summary) => ({ status: 'firing', labels: {}, annotations: { summary } })),
  })
  assert.equal(members.length, 2)
})

test('each alert has its own state, and the notification fires while one of them does', () => {
  const { state, members } = read({
    status: 'firing',
    alerts: [alert({ status: 'resolved', fingerprint: 'a' }), alert({ fingerprint: 'b' })],
  })
  assert.equal(state, 'firing')
  assert.deepEqual(
    members.map((member) => member.state),
    ['resolved', 'firing'],
  )
  assert.equal(read({ status: 'firing', alerts: [alert({ status: 'resolved' })] }).state, 'resolved')
})

test('the fingerprint shown is that of the first firing alert', () => {
  const over = alert({ status: 'resolved', fingerprint: 'a' })
  assert.equal(read({ alerts: [over, alert({ fingerprint: 'b' })] }).fingerprint, 'b')
  assert.equal(read({ alerts: [over] }).fingerprint, 'a')
})

test('a group is as severe as its most severe firing alert, which also gives it title and category', () => {
  const worse = { alertname: 'PostgresDown', severity: 'high', instance: 'db-1' }
  const { severity, title, category } = read({
    alerts: [
      alert({ labels: { alertname: 'DiskFull', severity: 'warning' } }),
      alert({ labels: worse }),
      alert({ status: 'resolved', labels: { alertname: 'Old', severity: 'critical' } }),
    ],
  })
  assert.deepEqual(
    { severity, title, category },
    { severity: 'high', title: 'PostgresDown: db-1 and 1 more', category: 'database' },
  )
})

test('an alert listed twice is one member, and firing if either is', () => {
  const { members, joinKeys } = read({
    alerts: [alert({ fingerprint: 'a' }), alert({ fingerprint: 'a', status: 'resolved' }), alert({ fingerprint: 'b' })],
  })
  assert.deepEqual(
    members.map(({ key, state }) => [key, state]),
    [
      ['a', 'firing'],
      ['b', 'firing'],
    ],
  )
  assert.deepEqual(joinKeys, ['a', 'b'])
})

test('labels are what the firing alerts have in common', () => {
  const { labels } = read({
    alerts: [
      alert({ labels: { alertname: 'A', namespace: 'shop', pod: '1' } }),
      alert({ labels: { alertname: 'A', namespace: 'shop', pod: '2' } }),
      alert({ status: 'resolved', labels: { alertname: 'B' } }),
    ],
  })
  assert.deepEqual(labels, { alertname: 'A', namespace: 'shop' })
})

test('the description holds what every alert says, firing ones first', () => {
  const { description, message } = read({
    alerts: [
      alert({ status: 'resolved', labels: { alertname: 'Old' }, annotations: { summary: 'was slow' } }),
      alert({ annotations: { summary: 'disk is full', description: '97% of /var' } }),
    ],
  })
  assert.equal(description, '[firing] DiskFull\ndisk is full\n97% of /var\n\n[resolved] Old\nwas slow')
  assert.equal(message, description)
})

test('the zero time of the tool is no time', () => {
  const { members } = read({ alerts: [alert({ startsAt: '0001-01-01T00:00:00Z' })] })
  assert.equal('startsAt' in (members[0] ?? {}), false)
})

test('unified alerting posts the same shape with extras, which are understood', () => {
  const { dialect, source, state, title, members, metadata } = read({
    receiver: 'firebreak',
    status: 'firing',
    orgId: 1,
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'High memory', team: 'blue' },
        annotations: { summary: 'Memory is high', __dashboardUid__: 'x' },
        startsAt: '2021-10-12T09:51:03.157076+02:00',
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: 'https://play.grafana.org/alerting/1/edit',
        fingerprint: '57c6d9296de2ad39',
        silenceURL: 'https://play.grafana.org/alerting/silence/new',
        dashboardURL: '',
        panelURL: '',
        values: { B: 44.23, C: null },
        valueString: "[ metric='' labels={} value=14151.33 ]",
      },
    ],
    groupLabels: {},
    commonLabels: { team: 'blue' },
    commonAnnotations: {},
    externalURL: 'https://play.grafana.org/',
    version: '1',
    groupKey: '{}:{}',
    truncatedAlerts: 0,
    title: '[FIRING:1]  (blue)',
    state: 'alerting',
    message: '**Firing**',
  })
  assert.deepEqual(
    { dialect, source, state, title },
    { dialect: 'alertmanager', source: 'grafana', state: 'firing', title: 'Memory is high' },
  )
  assert.equal(members[0]?.annotations.valueString, "[ metric='' labels={} value=14151.33 ]")
  assert.equal(metadata.orgId, 1)
})

test('thousands of alerts in one body are read in one go', () => {
  const alerts = Array.from({ length: 20_000 }, (_, index) =>
    alert({ fingerprint: `f${index}`, annotations: { summary: 'full' } }),
  )
  const { members, title, description } = read({ alerts })
  assert.equal(members.length, 20_000)
  assert.equal(title, 'full (web-1) and 19999 more')
  assert.match(description, /\[cut: \d+ characters in all\]$/)
})

const recording = new URL('../../../../shared/alertmanager-webhook.json', import.meta.url)
const skip = existsSync(recording) ? false : 'The recorded posts of a real alert manager are not here.'

test('the four recorded posts of a real alert manager tell one story', { skip }, () => {
  const { posts } = JSON.parse(readFileSync(recording, 'utf8')) as { posts: { body: Sent }[] }
  const [down, both, half, over] = posts.map(({ body }) => read(body))
  assert.ok(down && both && half && over)

  assert.equal(down.title, 'Instance 127.0.0.1:59999 down (production/payments-6d5f7c9b8-x2x7k)')
  assert.deepEqual(
    [down.state, down.severity, down.category, down.source],
    ['firing', 'critical', 'kubernetes', 'alertmanager'],
  )
  assert.deepEqual(down.joinKeys, ['6ae2bee83d0be959'])
  assert.equal(down.members[0]?.startsAt, '2026-11-15T02:06:54.568Z')

  // The same alert by another route, with a companion: it joins by the alert, though its group is another.
  assert.deepEqual(both.joinKeys, ['6ae2bee83d0be959', '288d8e863c757c77'])
  assert.equal(both.severity, 'critical')
  assert.deepEqual(both.labels, { cluster: 'demo', namespace: 'production' })

  // Marked firing as a whole, though one of the two is over.
  assert.deepEqual([half.state, half.severity, half.fingerprint], ['firing', 'warning', '288d8e863c757c77'])
  assert.deepEqual(
    half.members.map((member) => member.state),
    ['resolved', 'firing'],
  )

  assert.deepEqual([over.state, over.fingerprint], ['resolved', '6ae2bee83d0be959'])
})
