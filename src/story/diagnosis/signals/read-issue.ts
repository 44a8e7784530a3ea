/** An issue as the error tracker gives it. */
import type { Fields } from '../cluster/cluster-scene.ts'
import { number, record, records, text, time } from '../cluster/reading/loose-fields.ts'
import type { Exhibit } from '../evidence.ts'
import type { IssueTag, IssueView } from './signal-scene.ts'
import { tellingScore } from './telling-line.ts'

export function readIssue(exhibit: Exhibit): IssueView | undefined {
  const source = record(record(exhibit.result.data).issue)
  if (!exhibit.result.success || Object.keys(source).length === 0) return undefined
  return {
    id: text(source.shortId) ?? text(source.id) ?? '',
    what: whatOf(source),
    culprit: text(source.culprit),
    count: countOf(source.count),
    firstSeen: time(source.firstSeen),
    lastSeen: time(source.lastSeen),
    firstRelease: text(record(source.firstRelease).version) ?? text(source.firstRelease),
    tags: tagsOf(source.tags),
    exhibit,
    source,
  }
}

/** Type and value are the program's; a title may hold whatever a visitor typed. Of an exception in another the inner one is the fault. */
function whatOf({ metadata, title, latestEvent }: Fields): string {
  const outer = saidBy(record(metadata))
  const within = exceptionsOf(record(latestEvent)).map(saidBy)
  const [inner] = within.filter((said) => said !== outer && tellsMore(said, outer)).sort(mostTellingFirst)
  if (inner !== undefined) return `${inner}${outer === '' ? '' : ` (inside ${outer.split(':')[0]})`}`
  return outer === '' ? (text(title) ?? 'an error') : outer
}

/** A chain, as a list or under `values`. */
export function exceptionsOf({ exception }: Fields): Fields[] {
  const chain = records(exception)
  return chain.length > 0 ? chain : records(record(exception).values)
}

function saidBy({ type, value }: Fields): string {
  return [text(type), text(value)].filter((one) => one !== undefined).join(': ')
}

function tellsMore(said: string, than: string): boolean {
  return said !== '' && tellingScore(said) > tellingScore(than)
}

function mostTellingFirst(one: string, other: string): number {
  return tellingScore(other) - tellingScore(one)
}

/** The tracker writes counts as text. */
function countOf(value: unknown): number {
  return number(value) ?? (Number(text(value) ?? 0) || 0)
}

/** Either one entry a value, or one entry a key with its top values. */
function tagsOf(value: unknown): IssueTag[] {
  return records(value).flatMap((tag) => {
    const key = text(tag.key) ?? ''
    const values = records(tag.topValues)
    const each = values.length > 0 ? values : [tag]
    return each.flatMap((one) => {
      const held = text(one.value) ?? text(one.name)
      return held === undefined || key === '' ? [] : [{ key, value: held, count: countOf(one.count) }]
    })
  })
}

/** The names under which the tracker keeps whoever raised it, at most one of each. */
export function projectOf({ source }: Pick<IssueView, 'source'>): string[] {
  const { slug, name } = record(source.project)
  return [...new Set([text(slug), text(name), text(source.project)].filter((one) => one !== undefined))]
}
