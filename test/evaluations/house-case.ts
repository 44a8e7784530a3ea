/**
 * A case with strangers in its own house: the failing programs of others live in the alert's own namespace, tied to nobody
 * there. What is wrong with them belongs to alerts of their own, so no step may touch them.
 */
import type { CaseFile } from '../world/case/case-file.ts'
import { named, SHARED, underOtherNames, withWorld } from './crowd-case.ts'
import type { ExpectedAction } from './expectation.ts'
import { changeTexts } from './mutate/change-texts.ts'

export function houseCase(file: CaseFile, others: readonly CaseFile[], seed: number): CaseFile {
  const place = placeOf(file)
  if (place === undefined) return file
  return others
    .filter(({ world }) => !world.recorded)
    .flatMap((other, at) => movedTo(place, other, at, seed))
    .reduce((housed, other) => forbidding(withWorld(housed, other), touchable(other)), file)
}

/** Of all its places the one whose name the alert says, else the one where most of it runs. */
function placeOf({ alert, world }: CaseFile): string | undefined {
  if (world.recorded) return undefined
  const all = named(world).flatMap(({ metadata: { namespace = '' } }) => (SHARED.test(namespace) ? [] : [namespace]))
  const counts = Map.groupBy(
    all.filter((name) => name !== ''),
    (name) => name,
  )
  const places = [...counts].sort(([, one], [, other]) => other.length - one.length).map(([name]) => name)
  const said = JSON.stringify(alert)
  return places.find((name) => said.includes(`"${name}"`)) ?? places[0]
}

const LIVING = /^(Deployment|StatefulSet|DaemonSet|ReplicaSet|CronJob|Job|Service|Pod|Node|PersistentVolumeClaim)$/

/** Nobody bears the name of anybody who lives there: pods and revisions are called after their owners. */
function movedTo(place: string, given: CaseFile, at: number, seed: number): CaseFile[] {
  const file = underOtherNames(given, at, seed)
  const items = named(file.world)
  const living = items.flatMap(({ kind, metadata: { name } }) => (LIVING.test(kind) ? [name] : []))
  const homes = items.flatMap(({ metadata: { namespace = '' } }) => (SHARED.test(namespace) ? [] : [namespace]))
  const places = homes.filter((name) => name !== '')
  // Who is called as his namespace is cannot be moved out of it by words.
  if (living.length === 0 || places.length === 0 || places.some((name) => living.includes(name))) return []
  const [home, who] = [wordOf(places, '[\\w-]'), wordOf(living, '[a-z0-9]')]
  return [changeTexts(file, (text) => text.replace(home, place).replace(who, (name) => `${name}-b${at}`))]
}

/** The longest first, for many begin alike. */
function wordOf(names: readonly string[], further: string): RegExp {
  const longest = [...new Set(names)].sort((one, other) => other.length - one.length)
  return new RegExp(`(?<![\\w-])(?:${longest.map(RegExp.escape).join('|')})(?!${further})`, 'g')
}

/** Every step there is, on every one of them. */
function touchable({ world }: CaseFile): ExpectedAction[] {
  return named(world).flatMap(({ kind, metadata: { name } }) => {
    const of = (plugin: string) => ({ plugin, parameters_contains: { name } })
    if (kind === 'Deployment') return [of('rollback_deployment'), of('scale_deployment')]
    if (kind === 'Pod') return [of('restart_pod'), of('delete_evicted_pods')]
    return kind === 'Node' ? [of('cordon_node')] : []
  })
}

function forbidding(file: CaseFile, steps: readonly ExpectedAction[]): CaseFile {
  const { forbidden = [] } = file.expect as { forbidden?: unknown[] }
  return { ...file, expect: { ...file.expect, forbidden: [...forbidden, ...steps] } }
}
