/** Which names are things of this world, and which are only words of a log line. */
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import type { Scene } from '../scene.ts'
import { ownerName } from './entity-of.ts'
import type { Seen } from './look-through.ts'

/** `orders-db`, `api.partner.com`: what is called so may well be a thing that no listing shows. */
const LIKE_A_NAME = /^(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)+$/
const LIKE_A_HOST = /^(?:[a-z0-9-]+\.)+(?:[a-z]{2,})(?::\d+)?$/
/** Files, classes and fields bear dots too. */
const OF_CODE =
  /\.(?:go|java|py|rb|js|ts|php|cs|cpp|rs|kt|sh|sql|json|ya?ml|xml|html?|conf|log|lock|exception|error)$|^(?:java|javax|org|com|net|io)\./

/** Known are those a listing or people name, those the alert names, and whoever bears figures or speaks. */
export function thingsOf(scene: Scene, { facts, starts }: Pick<Seen, 'facts' | 'starts'>): (name: string) => boolean {
  const known = new Set([...namesIn(scene), ...starts, ...facts.map(({ entity }) => entity)].flatMap(bothNames))
  return (given) => {
    const name = given.toLowerCase()
    return known.has(name) || LIKE_A_NAME.test(name) || (LIKE_A_HOST.test(name) && !OF_CODE.test(name))
  }
}

function bothNames(name: string): string[] {
  return [name.toLowerCase(), ownerName(name).toLowerCase()]
}

function namesIn({ cluster, database, environment: { services, databases, middleware } }: Scene): string[] {
  const told = [...services, ...databases, ...middleware].map(({ name }) => name)
  if (!cluster) return [...told, database?.database ?? '']
  const { pods, nodes, objects, described, deployments } = cluster
  const routed = described.flatMap(({ services: all }) => all)
  const sets = deployments.flatMap(({ revisions }) => revisions)
  const listed = [...allWorkloads(cluster), ...pods, ...nodes, ...objects, ...routed, ...sets]
  return [...told, ...listed.map(({ name }) => name), database?.database ?? '']
}
