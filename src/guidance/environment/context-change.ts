/** What one version of the environment context changes against the one before, by names: for whoever reads the audit trail. */
import canonicalize from 'canonicalize'
import { readRecord, readRecords } from './document-part.ts'

type Named = ReadonlyMap<string, unknown>
type PartChange = { added?: string[]; removed?: string[]; changed?: string[] }

type ContextChange = Readonly<Record<string, PartChange>>

/** Enough to tell what was done; the versions themselves are kept whole. */
const NAMES_MAX = 50

/** Empty where both say the same. */
export function contextChange(before: string, after: string): ContextChange {
  const [old, young] = [partsOf(before), partsOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(young)])]
  const changes = names.map((name) => [name, compare(old[name] ?? new Map(), young[name] ?? new Map())] as const)
  return Object.fromEntries(changes.filter(([, change]) => Object.keys(change).length > 0))
}

/** Services by namespace and name, issues by their title, everything else by its field. */
function partsOf(document: string): Record<string, Named> {
  const { services, infrastructure, alert_definitions, common_issues, ...others } = readRecord(JSON.parse(document))
  return {
    services: named(readRecords(services), ({ namespace, name }) => `${namespace}/${name}`),
    infrastructure: fieldsOf(infrastructure),
    alert_definitions: fieldsOf(alert_definitions),
    common_issues: named(readRecords(common_issues), ({ issue }) => String(issue ?? '')),
    other: fieldsOf(others),
  }
}

function named(
  records: readonly Readonly<Record<string, unknown>>[],
  nameOf: (record: Readonly<Record<string, unknown>>) => string,
): Named {
  return new Map(Map.groupBy(records, nameOf))
}

function fieldsOf(value: unknown): Named {
  return new Map(Object.entries(readRecord(value)))
}

function compare(old: Named, young: Named): PartChange {
  const added = [...young.keys()].filter((name) => !old.has(name))
  const removed = [...old.keys()].filter((name) => !young.has(name))
  const changed = [...young].filter(([name, value]) => old.has(name) && !isSame(old.get(name), value))
  return {
    ...partChange('added', added),
    ...partChange('removed', removed),
    ...partChange(
      'changed',
      changed.map(([name]) => name),
    ),
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalize(one) === canonicalize(other)
}

function partChange(what: keyof PartChange, names: readonly string[]): PartChange {
  return names.length === 0 ? {} : { [what]: names.slice(0, NAMES_MAX) }
}
