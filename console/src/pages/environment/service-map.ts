/** Services and what they depend on, as points and arrows. What nobody described is drawn too, marked as such. */
import { phrase } from '../../language/phrase.ts'
import { type Fields, listOf, recordOf, wordOf } from './exact-json.ts'

export type MapPoint = {
  id: string
  name: string
  note: string
  kind: 'service' | 'infrastructure' | 'external'
}
type MapArrow = { from: string; to: string }
export type ServiceMap = { points: readonly MapPoint[]; arrows: readonly MapArrow[] }

export function mapServices(document: Fields): ServiceMap {
  const services = listOf(document.services).map(recordOf)
  const points = services.map(pointOf)
  const others = new Map<string, MapPoint>()
  const findPoint = (dependency: string, namespace: unknown): MapPoint => {
    const called = points.filter(({ name }) => name === dependency)
    const known = called.find(({ note }) => note === namespace) ?? called[0] ?? others.get(dependency)
    if (known) return known
    const other = otherPoint(document, dependency)
    others.set(dependency, other)
    return other
  }
  const arrows = services.flatMap((service, index) =>
    [...new Set(listOf(service.dependencies).map(wordOf))].map((dependency) => ({
      from: `service ${index}`,
      to: findPoint(dependency, service.namespace).id,
    })),
  )
  return { points: [...points, ...others.values()], arrows }
}

function pointOf(service: Fields, index: number): MapPoint {
  return { id: `service ${index}`, name: wordOf(service.name), note: wordOf(service.namespace), kind: 'service' }
}

function otherPoint({ infrastructure }: Fields, name: string): MapPoint {
  const { databases, middleware } = recordOf(infrastructure)
  const found = [...listOf(databases), ...listOf(middleware)].find(
    (one) => one === name || recordOf(one).name === name || listOf(recordOf(one).databases).map(wordOf).includes(name),
  )
  if (found === undefined) return { id: `external ${name}`, name, note: phrase('not described'), kind: 'external' }
  return {
    id: `infrastructure ${name}`,
    name,
    note: wordOf(recordOf(found).type) || 'database',
    kind: 'infrastructure',
  }
}

/** Names of the services that depend on this point. */
export function dependentsOf({ points, arrows }: ServiceMap, id: string): string[] {
  const callers = new Set(arrows.filter(({ to }) => to === id).map(({ from }) => from))
  return points.filter((point) => callers.has(point.id)).map(({ name }) => name)
}
