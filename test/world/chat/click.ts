/** A person presses a button on the card as it is shown at this moment. */
import { type CardJson, checkCard, parse } from './card-rules.ts'
import type { Delivery } from './pusher.ts'

/** What the person sees: a toast, a new card, or one of the platform's numbers. */
export type Pressed = {
  /** 0, or 200341 no answer in time, 200671 not 200, 200672 not a body, 200673 not a card. */
  code: number
  toast?: { type: string; content: string }
  card?: CardJson
  delivery: Delivery
}

const TOASTS = /^(info|success|error|warning)$/

export function judgePress(delivery: Delivery): Pressed {
  if (delivery.status === undefined) return { code: 200341, delivery }
  if (delivery.status !== 200) return { code: 200671, delivery }
  const body = parse(delivery.text ?? '')
  if (body === undefined || !isToast(body.toast)) return { code: 200672, delivery }
  const card = cardIn(body)
  if (card !== undefined && !isCard(card)) return { code: 200673, delivery }
  const toast = body.toast as Pressed['toast']
  return { code: 0, delivery, ...(toast && { toast }), ...(card !== undefined && { card }) }
}

function isToast(toast: unknown): boolean {
  if (toast === undefined) return true
  const { type, content } = (toast ?? {}) as Record<string, unknown>
  return TOASTS.test(String(type)) && typeof content === 'string'
}

/** In the answer's `card`, or, as the old form allows, the answer itself. */
function cardIn(body: CardJson): CardJson | undefined {
  if (body.card !== undefined) {
    const { type, data } = (body.card ?? {}) as Record<string, unknown>
    return type === 'raw' ? ((data ?? {}) as CardJson) : {}
  }
  return Array.isArray(body.elements) ? body : undefined
}

function isCard(card: CardJson): boolean {
  try {
    checkCard(card)
    return true
  } catch {
    return false
  }
}
