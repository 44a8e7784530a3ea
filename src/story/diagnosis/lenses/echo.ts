/**
 * An alert may name nobody who runs here and quote what somebody complains of: "certificate expired". He is meant who newly
 * says the same in two of its words at least, he alone, and of whom a figure moved.
 */
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import type { Scene } from '../scene.ts'
import { entityOf, isAkin, ownerName } from './entity-of.ts'
import type { Moved } from './figures.ts'
import type { NewComplaint } from './said.ts'
import { wordsOf } from './telling-words.ts'

const SHARED_LEAST = 2
const CLEAR = 0.3

type Heard = { names: readonly string[]; complaints: readonly NewComplaint[]; moved: readonly Moved[] }

export function echoOf({ subject, cluster }: Scene, { names, complaints, moved }: Heard): string | undefined {
  const running = cluster ? allWorkloads(cluster).map(({ name }) => name) : []
  const isNamed = subject.namespace !== undefined || names.some((name) => running.some((one) => isAkin(one, name)))
  if (isNamed) return undefined
  const asked = new Set(wordsOf([subject.alertName, subject.text].join(' ')))
  const all = [...Map.groupBy(complaints, ({ speaker }) => speaker)].map(([speaker, own]) => ({
    speaker,
    shared: wordsOf(own.map(({ said }) => said).join(' ')).filter((word) => asked.has(word)).length,
  }))
  const [first, ...others] = all.filter(({ shared }) => shared >= SHARED_LEAST)
  const isAlone = first !== undefined && others.length === 0 && running.includes(first.speaker)
  return isAlone && moved.some((one) => isOf(first.speaker, one)) ? first.speaker : undefined
}

function isOf(name: string, { strength, labels }: Moved): boolean {
  return strength >= CLEAR && ownerName(labels.pod ?? entityOf(labels) ?? '') === name
}
