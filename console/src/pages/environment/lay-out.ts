/** Where each point of the map stands, so that arrows run one way and cross little. */
import { Graph, layout } from '@dagrejs/dagre'
import type { ServiceMap } from './service-map.ts'

export const POINT_WIDTH = 176
export const POINT_HEIGHT = 52

type Place = { x: number; y: number }

export function layOut({ points, arrows }: ServiceMap, isDownward: boolean): Map<string, Place> {
  const graph = new Graph()
  graph.setGraph({ rankdir: isDownward ? 'TB' : 'LR', nodesep: 24, ranksep: 72 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of points) graph.setNode(id, { width: POINT_WIDTH, height: POINT_HEIGHT })
  for (const { from, to } of arrows) graph.setEdge(from, to)
  layout(graph)
  const places = new Map(points.map(({ id }) => [id, cornerOf(graph.node(id) as Place)]))
  return isDownward ? narrowed(places) : places
}

/** As many as a phone shows beside each other. */
const BESIDE_MAX = 2
const GAP = 24
const BETWEEN_ROWS = 28
const BETWEEN_RANKS = 72

/** Whoever stands on one height is put into rows of few, so that nothing has to be shrunk or scrolled to. */
function narrowed(places: ReadonlyMap<string, Place>): Map<string, Place> {
  const heights = [...Map.groupBy(places, ([, { y }]) => y)].toSorted(([one], [other]) => one - other)
  const narrow = new Map<string, Place>()
  let y = 0
  for (const [, rank] of heights) {
    const ids = rank.toSorted(([, one], [, other]) => one.x - other.x).map(([id]) => id)
    for (let from = 0; from < ids.length; from += BESIDE_MAX) {
      const row = ids.slice(from, from + BESIDE_MAX)
      const left = ((BESIDE_MAX - row.length) * (POINT_WIDTH + GAP)) / 2
      for (const [at, id] of row.entries()) narrow.set(id, { x: left + at * (POINT_WIDTH + GAP), y })
      y += POINT_HEIGHT + BETWEEN_ROWS
    }
    y += BETWEEN_RANKS - BETWEEN_ROWS
  }
  return narrow
}

/** The layout speaks of middles, the drawing of corners. */
function cornerOf({ x, y }: Place): Place {
  return { x: x - POINT_WIDTH / 2, y: y - POINT_HEIGHT / 2 }
}
