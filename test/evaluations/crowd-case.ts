/** A case in a crowd: its alert, and its world among the worlds of others, so that only ties tell what belongs to it. */
import type { CaseFile } from '../world/case/case-file.ts'
import { changeTexts } from './mutate/change-texts.ts'
import { createDice } from './mutate/dice.ts'
import { exchangeNames } from './mutate/other-names.ts'
import { exchangeNumbers } from './mutate/other-numbers.ts'

/** Shared by all worlds of a cluster; a second of them would contradict the first. */
export const SHARED = /^(kube-.*|default)$/

export function crowdCase(file: CaseFile, others: readonly CaseFile[], seed: number): CaseFile {
  return others
    .filter(({ world }) => !world.recorded)
    .reduce((crowded, other, at) => withWorld(crowded, keptApart(other, at, seed)), file)
}

/** Other names, other addresses, places and nodes of their own. */
function keptApart(file: CaseFile, at: number, seed: number): CaseFile {
  const renamed = underOtherNames(file, at, seed)
  const items = named(renamed.world)
  const places = items.flatMap(({ metadata: { namespace = '' } }) => (SHARED.test(namespace) ? [] : [namespace]))
  const nodes = items.flatMap(({ kind, metadata: { name } }) => (kind === 'Node' ? [name] : []))
  const names = [...new Set([...places, ...nodes])].filter((name) => name !== '')
  if (names.length === 0) return renamed
  const form = new RegExp(`(?<![\\w-])(?:${names.map(RegExp.escape).join('|')})(?![\\w-])`, 'g')
  return changeTexts(renamed, (text) => text.replace(form, (name) => `${name}-b${at}`))
}

export function underOtherNames(file: CaseFile, at: number, seed: number): CaseFile {
  const dice = createDice(seed, `${file.id} beside ${at}`)
  return exchangeNumbers(exchangeNames(file, dice), dice)
}

export function withWorld(file: CaseFile, { world }: CaseFile): CaseFile {
  const own = file.world
  const known = new Set(named(own).map(keyOf))
  const items = named(world).filter((one) => !known.has(keyOf(one)) && !SHARED.test(one.metadata.namespace ?? ''))
  return {
    ...file,
    world: {
      ...own,
      kubernetes: { ...own.kubernetes, items: [...(own.kubernetes?.items ?? []), ...items] },
      pod_logs: [...(own.pod_logs ?? []), ...(world.pod_logs ?? []).filter(({ namespace }) => !SHARED.test(namespace))],
      metrics: {
        series: [
          ...(own.metrics?.series ?? []),
          ...(world.metrics?.series ?? []).filter(({ metric }) => isPlaced(metric)),
        ],
      },
      logs: {
        streams: [
          ...(own.logs?.streams ?? []),
          ...(world.logs?.streams ?? []).filter(({ stream }) => isPlaced(stream)),
        ],
      },
    },
  }
}

/** What bears no name cannot be kept apart. */
export function named({ kubernetes }: CaseFile['world']) {
  return (kubernetes?.items ?? []).filter((one) => 'metadata' in one)
}

/** Of a place of its own; what says not where it is would be taken for the case's. */
function isPlaced(labels: Readonly<Record<string, string>> | undefined): boolean {
  return labels?.namespace !== undefined && !SHARED.test(labels.namespace)
}

function keyOf({
  kind,
  metadata: { namespace = '', name },
}: {
  kind: string
  metadata: { namespace?: string; name: string }
}): string {
  return `${kind} ${namespace}/${name}`
}
