/** What of an alert is worth saying on a page that has said some of it already. */
import type { IncidentDetail } from '@contract/incident.ts'
import { inReadingOrder } from '../../../../src/words/label-order.ts'

type Said = Pick<IncidentDetail, 'title' | 'description' | 'fingerprint'>
type OneAlert = Pick<IncidentDetail['alerts'][number], 'name' | 'labels' | 'annotations'>

/** Whether the heading of the page says just that. */
export function isHeading({ title }: Pick<Said, 'title'>, text: string): boolean {
  return text.trim() === title.trim()
}

/** What the heading of the page has not said: it is the first line, sometimes with the place behind it in brackets. */
export function belowHeading({ title }: Pick<Said, 'title'>, text: string): string {
  const [first = '', ...others] = text.trim().split('\n')
  const isSaid = title.trim() === first.trim() || title.startsWith(`${first.trim()} (`)
  return isSaid ? others.join('\n').trim() : text
}

/** Its name is the heading, what its message says stands above, and the fingerprint of the incident below. */
export function unsaid(
  { name, labels, annotations }: OneAlert,
  { description, fingerprint }: Said,
): Record<string, string> {
  const texts = Object.entries(annotations).filter(([, text]) => !description.includes(text))
  const others = inReadingOrder(labels).filter(
    ([label, text]) => !(label === 'alertname' && text === name) && !(label === 'fingerprint' && text === fingerprint),
  )
  return Object.fromEntries([...others, ...texts])
}
