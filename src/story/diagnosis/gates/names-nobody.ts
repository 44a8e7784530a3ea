/** An alert that names nobody may mean anybody: what is broken somewhere is told, and nothing is changed for it. */
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import { isAkin } from '../lenses/entity-of.ts'
import { movedIn } from '../lenses/figures.ts'
import { lookThrough } from '../lenses/look-through.ts'
import { statedNames } from '../lenses/stated-names.ts'
import { COMMON, whomToAsk } from '../lenses/whom-to-ask.ts'
import type { Scene } from '../scene.ts'
import { bearersOf } from './bearers.ts'

const NAMES_NOBODY =
  'The alert names nothing that runs here, and nothing ties it to what was found: whether the two belong together is for a person to say.'

/** What a person said with the wish to look again counts like a name, and so does a database that the alert speaks of. */
export function whyNobody(scene: Scene, personSaid: string): string | undefined {
  const { namespace, issueId, node, database } = scene.subject
  if (!scene.cluster || personSaid.trim() !== '' || scene.database?.concern === 'own') return undefined
  if ([namespace, issueId, node, database].some((one) => one !== undefined)) return undefined
  const said = [...whomToAsk(scene).names, ...wordsOf(scene)]
  const isKnown = inventory(scene).some((name) => said.some((word) => isAkin(word, name)))
  const isHere = isKnown || isReferredTo(scene) || isMeasuredHere(scene) || lookThrough(scene).echo !== undefined
  return isHere || bearersOf(scene, scene.cluster).length > 0 ? undefined : NAMES_NOBODY
}

const CLEAR = 0.3

/** What a label names is no object, and a figure that moved here is counted by it: the two speak of the same place. */
function isMeasuredHere({ subject: { labels }, exhibits }: Scene): boolean {
  const stated = statedNames(labels)
  return movedIn(exhibits).some(
    (one) => one.strength >= CLEAR && Object.values(one.labels).some((value) => stated.includes(value)),
  )
}

const REFERENCE = /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[a-z0-9]+(?:-[a-z0-9]+)+\b/gi
const REFERENCE_LEAST = 6

/** The number it gives, `evt-0c41`, stands in an event of the cluster: the two speak of the same. */
function isReferredTo({ cluster, subject: { text } }: Scene): boolean {
  const references = (text.match(REFERENCE) ?? []).filter((one) => one.length >= REFERENCE_LEAST)
  return cluster?.events.some(({ message }) => references.some((one) => message.includes(one))) ?? false
}

/** `LiveOriginStalls` says live and origin; how bad it is names nobody. */
function wordsOf({ subject: { text, alertName, labels, expressions = [] } }: Scene): string[] {
  const { severity: _, priority: __, ...others } = labels
  const spaced = alertName.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  const all = [text, spaced, ...expressions, ...Object.values(others)].join(' ').toLowerCase()
  return [...new Set(all.match(/[a-z][a-z0-9]{2,}/g))].filter((word) => !COMMON.test(word))
}

function inventory({ cluster, environment: { services, middleware, databases } }: Scene): string[] {
  const running = cluster ? [...allWorkloads(cluster), ...cluster.pods, ...cluster.objects] : []
  const places = running.flatMap(({ namespace }) => namespace ?? [])
  const told = [...services, ...middleware, ...databases].map(({ name }) => name)
  const all = [
    ...running.map(({ name }) => name),
    ...(cluster?.nodes ?? []).map(({ name }) => name),
    ...places,
    ...told,
  ]
  return [...new Set(all)].filter((name) => name !== '')
}
