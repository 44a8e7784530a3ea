/** Which of the objects that were seen a sentence names. */
import type { Exhibit } from '../evidence.ts'

/** Fields in which a listing names an object. */
const NAMING = /^(name|pod|pod_name|nodename|node|deployment|relname|datname|slot_name|application_name)$/i
const WRITTEN_BY_ANYBODY =
  /^(labels|annotations|marks|env|args|command|tags|frames|lines|query|message|ports|containers|volumes|conditions)$/i
/** Shorter ones are words of everyday speech. */
const NAME_CHARACTERS_MIN = 3

export function objectNames(exhibits: readonly Exhibit[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { result } of exhibits) if (result.success) collect(result.data, '', names)
  return names
}

function collect(value: unknown, field: string, names: Set<string>): void {
  if (typeof value === 'string' && NAMING.test(field) && value.length >= NAME_CHARACTERS_MIN)
    names.add(value.toLowerCase())
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    if (Array.isArray(value)) collect(part, field, names)
    else if (!WRITTEN_BY_ANYBODY.test(name)) collect(part, name, names)
}

/** As whole words, and sessions by their number. */
export function namedIn(text: string, names: ReadonlySet<string>): string[] {
  const words = new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}_.-]+/u)
      .flatMap((word) => [word, word.replace(/^[.-]+|[.-]+$/g, '')]),
  )
  const pids = [...text.matchAll(/\bpid (\d+)/gi)].flatMap(([, pid]) => pid ?? [])
  return [...[...names].filter((name) => words.has(name)), ...pids]
}
