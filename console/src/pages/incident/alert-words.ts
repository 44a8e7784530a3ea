/** What of an alert is worth saying on a page that has said some of it already. */
import type { IncidentDetail } from '@contract/incident.ts'
import { inReadingOrder } from '../../../../src/words/label-order.ts'
import { locale } from '../../language/language.ts'
import { phrase } from '../../language/phrase.ts'

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

/** Its name is the heading, what its message says and what was measured stand above, and the fingerprint of the incident below. */
export function unsaid(
  { name, labels, annotations }: OneAlert,
  { description, fingerprint }: Said,
): Record<string, string> {
  const texts = Object.entries(annotations).filter(
    ([annotation, text]) =>
      !description.includes(text) && !(annotation === 'valueString' && tellMeasured(text) !== undefined),
  )
  const others = inReadingOrder(labels).filter(
    ([label, text]) => !(label === 'alertname' && text === name) && !(label === 'fingerprint' && text === fingerprint),
  )
  return Object.fromEntries([...others, ...texts])
}

/** As Grafana writes what a rule measured: `[ var='B' labels={pod=web-1} value=91234 ], [ … ]`. */
const MEASURED =
  /\[ (?:var='?(?<variable>[^' ]*)'? )?(?:metric='?(?<metric>[^' ]*)'? )?labels=\{(?<labels>[^}]*)\} value=(?<value>\S+) \](?:, )?/y

/** Undefined where it is written otherwise. */
export function tellMeasured(valueString: string): string | undefined {
  const text = valueString.trim()
  const told: string[] = []
  MEASURED.lastIndex = 0
  while (MEASURED.lastIndex < text.length) {
    const { variable, metric, labels, value = '' } = MEASURED.exec(text)?.groups ?? {}
    if (value === '') return undefined
    const name = metric || variable || ''
    const what = labels ? `${name} (${labels})`.trim() : name
    told.push(what === '' ? tellNumber(value) : phrase('{what}: {value}', { what, value: tellNumber(value) }))
  }
  return told.length === 0 ? undefined : told.join('; ')
}

/** Of what is near to nothing, digits that count. */
const DIGITS = { maximumFractionDigits: 6, maximumSignificantDigits: 6, roundingPriority: 'morePrecision' } as const

function tellNumber(value: string): string {
  const figure = Number(value)
  if (value === 'null' || value === 'NaN') return phrase('no value')
  return Number.isFinite(figure) ? figure.toLocaleString(locale, DIGITS) : value
}
