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
  return new Map(points.map(({ id }) => [id, cornerOf(graph.node(id) as Place)]))
}

/** The layout speaks of middles, the drawing of corners. */
function cornerOf({ x, y }: Place): Place {
  return { x: x - POINT_WIDTH / 2, y: y - POINT_HEIGHT / 2 }
}
