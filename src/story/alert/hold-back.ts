/** Takes out of a notification what a silence holds back, and lets the rest speak for itself. */
import type { Quiet } from '../../guidance/silences/silence-desk.ts'
import type { Alert, AlertMember, HeldBack } from './alert.ts'
import { wordsOf } from './alertmanager-dialect.ts'

/** That an alert is over is never held back: whoever waits for it should know. */
export function holdBack(alert: Alert, { isEmpty, silenceOf }: Quiet): Alert {
  if (isEmpty) return alert
  const heldBack = alert.members.flatMap((member): HeldBack[] => {
    const silence = member.state === 'firing' ? silenceOf(member.labels) : undefined
    return silence ? [{ member, silence }] : []
  })
  return heldBack.length === 0 ? alert : withoutThese(alert, heldBack)
}

function withoutThese(alert: Alert, heldBack: readonly HeldBack[]): Alert {
  const held = new Set(heldBack.map(({ member }) => member.key))
  const members = alert.members.filter(({ key }) => !held.has(key))
  const joinKeys = alert.joinKeys.filter((key) => !held.has(key))
  return { ...alert, ...restOf(alert, members), members, joinKeys, heldBack }
}

/** Only an alert manager sends several at once; what it says of the others must not speak of what is held back. */
function restOf(alert: Alert, members: readonly AlertMember[]): Partial<Alert> {
  if (alert.dialect !== 'alertmanager' || members.length === 0) return {}
  const { message: _, ...words } = wordsOf(members)
  return words
}
