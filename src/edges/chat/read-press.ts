/** A pressed button, in the platform's old form, its new one (`card.action.trigger`) and the contract's own. */
import { REPEATS } from '../../story/incident/repeats.ts'
import { type ChatAction, type ChatRefusal, malformed, PRESSES, type Press } from './chat-record.ts'
import { fieldsAt, idAt, idsAt, parsedAt, present, textAt, type WireFields } from './wire-field.ts'

const NEW_FORM = 'card.action.trigger'

export function isPressBody(body: WireFields): boolean {
  if (textAt(body, 'header', 'event_type') === NEW_FORM) return true
  return body.action !== undefined && fieldsAt(body, 'header') === undefined && fieldsAt(body, 'event') === undefined
}

export function readPress(body: WireFields, signatureKey: string): ChatAction | ChatRefusal {
  const press = fieldsAt(body, 'header') ? (fieldsAt(body, 'event') ?? {}) : body
  const value = fieldsAt(press, 'action', 'value') ?? fieldsAt(parsedAt(press, 'action', 'value'))
  if (value === undefined) return malformed('shape', 'action.value: must be an object')
  const action = PRESSES.find((known) => known === value.action)
  if (action === undefined) return malformed('shape', `action.value.action: must be one of ${PRESSES.join(', ')}`)
  return readChoice({ body, press, value, action, signatureKey })
}

type Found = { body: WireFields; press: WireFields; value: WireFields; action: Press; signatureKey: string }

function readChoice({ body, press, value, action, signatureKey }: Found): ChatAction | ChatRefusal {
  const incidentId = idAt(value, 'incident_id')
  if (incidentId === undefined) return malformed('shape', 'action.value.incident_id: must be the id of an incident')
  const actorIds = idsAt(fieldsAt(press, 'operator') ?? press, 'open_id', 'union_id', 'user_id')
  if (actorIds.length === 0) return malformed('shape', 'open_id: must say who pressed')
  // A digest that is there and no text is not taken for one that is absent: that would be the laxer reading.
  const digest = value.digest === undefined ? undefined : (idAt(value, 'digest') ?? 'unreadable')
  const eventId = idAt(body, 'header', 'event_id')
  const dedupe = [...(eventId === undefined ? [] : [`event:${eventId}`]), signatureKey]
  const repeats = REPEATS.find((word) => word === value.repeats)
  if (value.repeats !== undefined && repeats === undefined)
    return malformed('shape', `action.value.repeats: must be one of ${REPEATS.join(', ')}`)
  const optional = { digest, repeats, comment: readComment(press, value), ...readPlace(press) }
  return { kind: 'action', dedupe, actorIds, action, incidentId, ...present(optional) }
}

function readPlace(press: WireFields) {
  return {
    chatId: idAt(press, 'context', 'open_chat_id') ?? idAt(press, 'open_chat_id'),
    messageId: idAt(press, 'context', 'open_message_id') ?? idAt(press, 'open_message_id'),
    updateToken: idAt(press, 'token'),
  }
}

const COMMENT_CHARACTERS_MAX = 4000

/** Typed into a form or a field of the card; the contract's form has room for it only beside the action. */
function readComment(press: WireFields, value: WireFields): string | undefined {
  const form = fieldsAt(press, 'action', 'form_value') ?? {}
  const typed = textAt(form, 'comment') ?? Object.values(form).find((entry) => typeof entry === 'string')
  const comment = textAt({ typed }, 'typed') ?? textAt(press, 'action', 'input_value') ?? textAt(value, 'comment')
  return comment?.trim().slice(0, COMMENT_CHARACTERS_MAX).toWellFormed() || undefined
}
