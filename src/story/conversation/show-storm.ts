/** The summary of a storm: how many incidents there are, what became of them, and the most severe by name. */
import type { SummaryView } from '../../ports/people.ts'
import type { Status } from '../incident/lifecycle.ts'
import { consoleUrl } from './card-view.ts'
import type { DueStorm, StormMember } from './chat-store.ts'
import type { Speaking } from './speaking.ts'
import { delayOf, PATIENCE_SECONDS, post, update } from './tell.ts'

const MEMBERS_SHOWN = 20

export async function showStorm(speaking: Speaking, storm: DueStorm): Promise<void> {
  const { storms } = speaking.store
  const { counts, first } = await storms.members(storm, MEMBERS_SHOWN)
  const { PUBLIC_URL, CHAT_LANGUAGE: language } = await speaking.currentSettings()
  const view = { ...summaryView(counts, first, PUBLIC_URL), ...(language && { language }) }
  const { chatId, messageId, generation, id } = storm
  const delivery =
    messageId === ''
      ? await post(speaking.people, { chatId, key: `storm:${id}:${generation}`, view })
      : await update(speaking.people, messageId, view)
  if (delivery.kind === 'updated') return storms.updated(storm)
  if (delivery.kind === 'gone') return storms.renew(storm)
  if (delivery.kind === 'posted')
    // A text cannot be changed: it has said what it had to say.
    return delivery.isText ? storms.giveUp(storm, 'Told as text.') : storms.posted(storm, delivery.messageId)
  if (delivery.kind === 'never' || storm.ageSeconds > PATIENCE_SECONDS) return storms.giveUp(storm, delivery.sentence)
  const delayMs = delayOf({ attempts: storm.attempts, afterMs: delivery.afterMs, chance: speaking.chance() })
  return storms.postpone(storm, { delayMs, failure: delivery.sentence })
}

const GROUPS: readonly (readonly [words: string, statuses: readonly Status[]])[] = [
  ['being looked at', ['pending', 'diagnosing']],
  ['waiting for a decision', ['awaiting_approval']],
  ['being repaired', ['executing', 'verifying']],
  ['in need of a person', ['escalated']],
  ['closed', ['resolved', 'ignored', 'expired']],
]

function summaryView(
  counts: ReadonlyMap<Status, number>,
  first: readonly StormMember[],
  publicUrl: string | undefined,
): SummaryView {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const groups = GROUPS.flatMap(([words, statuses]) => {
    const count = statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
    return count === 0 ? [] : [`${count} ${words}`]
  })
  const lines = first.map(({ incidentId, severity, status, title }) => `${incidentId} ${severity}, ${status}: ${title}`)
  const left = total - first.length
  return {
    headline: `${total} more incident${total === 1 ? '' : 's'} at the same time`,
    sentence: `${groups.join(', ')}. Each that waits for a decision gets a card of its own.`,
    lines: [...lines, ...(left > 0 ? [`and ${left} more`] : [])],
    ...(publicUrl && { consoleUrl: consoleUrl(publicUrl) }),
  }
}
