import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/world/chance.ts'
import { inLength } from '../../../test/world/long-form.ts'
import { Problem } from '../../problem.ts'
import { readSenderId } from './post.ts'
import { type AlertContext, readAlert } from './read-alert.ts'

const throughApi: AlertContext = { senderIsAlertBot: false, via: 'api' }

const firing = { status: 'firing', labels: { alertname: 'A' } }

function refusedField(body: unknown): string | undefined {
  try {
    readAlert(body, throughApi)
  } catch (error) {
    assert.ok(error instanceof Problem)
    assert.equal(error.code, 'VALIDATION_ERROR')
    return error.details[0]?.field
  }
  return undefined
}

test('the shape is told by content', () => {
  const bodies: [object, string][] = [
    [{ alerts: [firing], message: 'x', state: 'alerting', title: 'x' }, 'alertmanager'],
    [{ state: 'alerting', title: 'x', message: 'x' }, 'dashboard'],
    [{ state: 'alerting', ruleName: 'x' }, 'dashboard'],
    [{ state: 'alerting', ruleId: 0 }, 'dashboard'],
    [{ state: 'alerting', evalMatches: null }, 'dashboard'],
    [{ message: 'x', state: 'alerting' }, 'plain'],
    [{ message: 'x', title: 'x' }, 'plain'],
    [{ message: 'x', alerts: 'none', state: null, title: 'x' }, 'plain'],
  ]
  for (const [body, dialect] of bodies) assert.equal(readAlert(body, throughApi).dialect, dialect, JSON.stringify(body))
})

test('a body of no known shape is refused, naming the message', () => {
  for (const body of [{}, [], null, 'x', 7, { alerts: {} }, { state: 'alerting' }, { message: null }]) {
    assert.equal(refusedField(body), 'message', JSON.stringify(body))
  }
})

test('whoever sends alerts that are no list hears of both fields', () => {
  assert.throws(() => readAlert({ alerts: {} }, throughApi), /message: .*; alerts: must be an array, but is an object/)
})

test('a value of the wrong type is refused by name, never coerced', () => {
  const bodies: [object, string][] = [
    [{ message: 123 }, 'message'],
    [{ message: ' \n' }, 'message'],
    [{ message: 'x', sender_id: 1 }, 'sender_id'],
    [{ message: 'x', chat_id: {} }, 'chat_id'],
    [{ message: 'x', timestamp: 1609073151 }, 'timestamp'],
    [{ message: 'x', metadata: 'x' }, 'metadata'],
    [{ message: 'x', metadata: [] }, 'metadata'],
    [{ alerts: [] }, 'alerts'],
    [{ alerts: [firing], status: 'burning' }, 'status'],
    [{ alerts: [firing], groupKey: 1 }, 'groupKey'],
    [{ alerts: [firing, 'x'] }, 'alerts[1]'],
    [{ alerts: [{ labels: {} }] }, 'alerts[0].status'],
    [{ alerts: [firing, { ...firing, status: 'burning' }] }, 'alerts[1].status'],
    [{ alerts: [{ ...firing, status: true }] }, 'alerts[0].status'],
    [{ alerts: [{ status: 'firing' }] }, 'alerts[0].labels'],
    [{ alerts: [{ ...firing, labels: [] }] }, 'alerts[0].labels'],
    [{ alerts: [{ ...firing, labels: { pod: 1 } }] }, 'alerts[0].labels.pod'],
    [{ alerts: [{ ...firing, annotations: 'x' }] }, 'alerts[0].annotations'],
    [{ alerts: [{ ...firing, fingerprint: 1 }] }, 'alerts[0].fingerprint'],
    [{ alerts: [{ ...firing, startsAt: 1 }] }, 'alerts[0].startsAt'],
    [{ state: 1, title: 'x' }, 'state'],
    [{ state: 'alerting', title: 1 }, 'title'],
    [{ state: 'alerting', ruleId: true }, 'ruleId'],
    [{ state: 'alerting', ruleId: 1, message: 1 }, 'message'],
    [{ state: 'alerting', ruleId: 1, tags: ['x'] }, 'tags'],
    [{ state: 'alerting', ruleId: 1, tags: { a: 1 } }, 'tags.a'],
    [{ state: 'alerting', ruleId: 1, evalMatches: {} }, 'evalMatches'],
    [{ state: 'alerting', ruleId: 1, evalMatches: [1] }, 'evalMatches[0]'],
    [{ state: 'alerting', ruleId: 1, evalMatches: [{ value: {} }] }, 'evalMatches[0].value'],
  ]
  for (const [body, field] of bodies) assert.equal(refusedField(body), field, JSON.stringify(body))
})

test('unknown fields are ignored, and null is absent', () => {
  const body = { message: 'x', sender_id: null, chat_id: null, timestamp: null, metadata: null, receiver: 1, orgId: {} }
  assert.equal(refusedField(body), undefined)
  assert.equal(
    refusedField({ alerts: [{ ...firing, fingerprint: null, annotations: null, labels: { a: null } }] }),
    undefined,
  )
})

test('the source is what the metadata states, else the door and the dialect', () => {
  const bot: AlertContext = { senderIsAlertBot: true, via: 'api' }
  const chat: AlertContext = { senderIsAlertBot: true, via: 'chat' }
  const monitor: AlertContext = { senderIsAlertBot: false, via: 'monitor' }
  const cases: [object, AlertContext, string][] = [
    [{ message: 'x', metadata: { source: 'cron' } }, chat, 'cron'],
    [{ message: 'x', metadata: { source: ' ' } }, throughApi, 'api'],
    [{ message: 'x', metadata: { source: 5 } }, throughApi, 'api'],
    [{ message: 'x' }, throughApi, 'api'],
    [{ message: 'x' }, bot, 'alert_bot'],
    [{ message: 'x' }, chat, 'alert_bot'],
    [{ message: 'x' }, monitor, 'monitor'],
    [{ alerts: [firing] }, throughApi, 'alertmanager'],
    [{ alerts: [firing], orgId: 1 }, throughApi, 'grafana'],
    [{ state: 'ok', ruleId: 1 }, throughApi, 'grafana'],
  ]
  for (const [body, context, source] of cases)
    assert.equal(readAlert(body, context).source, source, JSON.stringify(body))
})

test('the sender can be asked for before the alert is read', () => {
  assert.equal(readSenderId({ sender_id: 'ou_bot' }), 'ou_bot')
  assert.equal(readSenderId({ sender_id: null }), '')
  assert.equal(readSenderId('x'), '')
  assert.throws(() => readSenderId({ sender_id: 1 }), Problem)
})

test('metadata nested beyond all measure is refused before anybody stumbles over it', () => {
  const deep = JSON.parse(`{"message": "x", "metadata": {"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}`)
  assert.equal(refusedField(deep), 'metadata')
  assert.equal(
    refusedField(JSON.parse(`{"message": "x", "metadata": {"a": ${'['.repeat(90)}${']'.repeat(90)}}}`)),
    undefined,
  )
})

test('a long name over many fields does not multiply the size of the body', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, 1]))
  assert.deepEqual({ ...readAlert({ message: 'x', metadata: { ['n'.repeat(60_000)]: many } }, throughApi).labels }, {})
})

test('fields named like parts of an object are harmless', () => {
  const hostile = '{"__proto__": "x", "constructor": "y", "toString": "z"}'
  const bodies = [
    `{"message": "x", "metadata": ${hostile}}`,
    `{"alerts": [{"status": "firing", "labels": ${hostile}, "annotations": ${hostile}}]}`,
    `{"state": "alerting", "ruleId": 1, "tags": ${hostile}}`,
  ]
  for (const body of bodies) {
    const { labels } = readAlert(JSON.parse(body), throughApi)
    assert.equal(Object.getPrototypeOf(labels), Object.prototype)
    assert.equal(Object.getOwnPropertyDescriptor(labels, '__proto__')?.value, 'x')
    assert.equal(labels.constructor as unknown, 'y')
  }
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('firing', 'resolved', 'alerting', 'ok', 'a\0b', '\uD800'),
)
const anything = fc.oneof(fc.jsonValue(), text)
const loosely = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 4, arbitrary: value }, anything)
const texts = fc.dictionary(fc.oneof(text, fc.constant('__proto__')), text)

const anyBody = fc.oneof(
  anything,
  fc.record(
    {
      message: loosely(text),
      sender_id: loosely(text),
      timestamp: loosely(text),
      metadata: loosely(fc.dictionary(text, anything)),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      status: fc.constantFrom('firing', 'resolved'),
      groupKey: text,
      alerts: fc.array(
        loosely(
          fc.record(
            {
              status: loosely(fc.constantFrom('firing', 'resolved')),
              labels: loosely(texts),
              annotations: texts,
              startsAt: text,
              fingerprint: loosely(text),
            },
            { requiredKeys: ['labels'] },
          ),
        ),
      ),
    },
    { requiredKeys: ['alerts'] },
  ),
  fc.record(
    {
      state: text,
      title: loosely(text),
      ruleId: loosely(fc.integer()),
      ruleName: text,
      tags: loosely(texts),
      evalMatches: loosely(fc.array(anything)),
    },
    { requiredKeys: ['state'] },
  ),
)

/** U+0000 or half a surrogate pair, as JSON writes them; not a backslash that was sent. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

test('whatever is posted is either read into something that can be stored, or refused by name', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      try {
        const alert = readAlert(body, throughApi)
        assert.doesNotMatch(JSON.stringify(alert), UNSTORABLE)
        assert.ok(alert.title.length > 0 && alert.title.length <= 200 && !/[\r\n]/.test(alert.title))
        assert.ok(alert.fingerprint.length > 0 && alert.joinKeys.length > 0)
        assert.equal(new Set(alert.joinKeys).size, alert.joinKeys.length)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        assert.ok(error.details[0]?.field)
      }
    }),
    { numRuns: inLength(1_000, 3_000) },
  )
})

test('the same body read again has the same keys', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      const sent = JSON.stringify(body)
      if (refusedField(JSON.parse(sent)) !== undefined) return
      assert.deepEqual(readAlert(JSON.parse(sent), throughApi), readAlert(JSON.parse(sent), throughApi))
    }),
  )
})
