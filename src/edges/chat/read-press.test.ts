import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPressBody, readPress } from './read-press.ts'

const VALUE = { action: 'confirm_diagnosis', incident_id: 'INC-20250101-001' }

const OLD_FORM = {
  open_id: 'ou_a',
  user_id: 'e1',
  open_message_id: 'om_1',
  open_chat_id: 'oc_ops',
  tenant_key: 'tk',
  token: 'c-1',
  action: { value: { ...VALUE, digest: 'd1' }, tag: 'button' },
}

const NEW_FORM = {
  schema: '2.0',
  header: { event_id: 'ev-2', event_type: 'card.action.trigger', create_time: '1735689600123456', token: 'vt-demo' },
  event: {
    operator: { tenant_key: 'tk', open_id: 'ou_a', union_id: 'on_a' },
    token: 'c-2',
    host: 'im_message',
    action: { tag: 'button', value: { ...VALUE, digest: 'd1' } },
    context: { open_message_id: 'om_1', open_chat_id: 'oc_ops' },
  },
}

const SPEC_FORM = { action: { value: VALUE }, open_id: 'ou_a', token: 'c-1' }

const READ = { kind: 'action', action: 'confirm_diagnosis', incidentId: 'INC-20250101-001' }

test('both forms of the platform and the one of the contract become the same record', () => {
  const place = { chatId: 'oc_ops', messageId: 'om_1', digest: 'd1' }
  assert.deepEqual(readPress(OLD_FORM, 's'), {
    ...READ,
    ...place,
    dedupe: ['s'],
    actorIds: ['ou_a', 'e1'],
    updateToken: 'c-1',
  })
  assert.deepEqual(readPress(NEW_FORM, 's'), {
    ...READ,
    ...place,
    dedupe: ['event:ev-2', 's'],
    actorIds: ['ou_a', 'on_a'],
    updateToken: 'c-2',
  })
  assert.deepEqual(readPress(SPEC_FORM, 's'), { ...READ, dedupe: ['s'], actorIds: ['ou_a'], updateToken: 'c-1' })
  for (const body of [OLD_FORM, NEW_FORM, SPEC_FORM]) assert.equal(isPressBody(body), true)
})

test('an event is no press, even where it holds something called action', () => {
  assert.equal(isPressBody({ type: 'event_callback', event: {}, action: {} }), false)
  assert.equal(isPressBody({ header: { event_type: 'im.message.receive_v1' }, action: {}, event: {} }), false)
})

test('a value written as text is read as well', () => {
  const press = { ...OLD_FORM, action: { value: JSON.stringify(VALUE) } }
  assert.deepEqual(readPress(press, 's'), { ...readPress(SPEC_FORM, 's'), ...placeOf(OLD_FORM) })
})

test('a comment is taken from the form, the field, or the value', () => {
  const commentOf = (action: object) => {
    const press = readPress({ ...SPEC_FORM, action: { value: VALUE, ...action } }, 's')
    return press.kind === 'action' ? press.comment : press.sentence
  }
  assert.equal(commentOf({ form_value: { other: 'x', comment: ' look at the pool ' } }), 'look at the pool')
  assert.equal(commentOf({ form_value: { feedback: 'the pool' } }), 'the pool')
  assert.equal(commentOf({ input_value: 'the pool' }), 'the pool')
  assert.equal(commentOf({ value: { ...VALUE, comment: 'the pool' } }), 'the pool')
  assert.equal(commentOf({ input_value: '   ', form_value: {} }), undefined)
  assert.equal(commentOf({ input_value: 'x'.repeat(5000) })?.length, 4000)
})

test('a press that does not say what, on which incident or by whom is refused by name', () => {
  const wrong: [press: object, sentence: RegExp][] = [
    [{ ...SPEC_FORM, action: 'confirm' }, /^action\.value: /],
    [{ ...SPEC_FORM, action: { value: 'not json' } }, /^action\.value: /],
    [{ ...SPEC_FORM, action: { value: { ...VALUE, action: 'run' } } }, /action: must be one of confirm_diagnosis, /],
    [{ ...SPEC_FORM, action: { value: { ...VALUE, action: 'constructor' } } }, /must be one of/],
    [{ ...SPEC_FORM, action: { value: { action: 'ignore_incident' } } }, /incident_id: /],
    [{ ...SPEC_FORM, action: { value: { ...VALUE, incident_id: 7 } } }, /incident_id: /],
    [{ ...SPEC_FORM, open_id: undefined }, /^open_id: /],
    [{ ...NEW_FORM, event: undefined }, /^action\.value: /],
  ]
  for (const [press, sentence] of wrong) {
    const answer = readPress(press as Record<string, unknown>, 's')
    assert.equal(answer.kind, 'refused')
    if (answer.kind === 'refused')
      assert.deepEqual([answer.code, sentence.test(answer.sentence)], ['VALIDATION_ERROR', true])
  }
})

test('a digest that is no text matches no plan instead of counting as absent', () => {
  for (const digest of [7, {}, '', null, 'x'.repeat(500)]) {
    const press = readPress({ ...SPEC_FORM, action: { value: { ...VALUE, digest } } }, 's')
    assert.equal(press.kind === 'action' && press.digest, 'unreadable')
  }
})

function placeOf({ open_chat_id, open_message_id }: typeof OLD_FORM) {
  return { chatId: open_chat_id, messageId: open_message_id, actorIds: ['ou_a', 'e1'] }
}
