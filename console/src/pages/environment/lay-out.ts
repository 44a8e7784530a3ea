/** Where each point of the map stands, so that arrows run one way and cross little. */
import { Graph, layout } from '@dagrejs/dagre'
import { type Box, packIntoRows } from './pack-into-rows.ts'
import type { ServiceMap } from './service-map.ts'

export const POINT_WIDTH = 176
export const POINT_HEIGHT = 52
const GAP = 24
/** Between the two columns of a phone. */
const WAY = POINT_WIDTH + GAP / 2
/** Lines of different points do not lie upon each other. */
const LANES = [-6, -2, 2, 6] as const
const TURN = 10

export type Place = { x: number; y: number }
type Places = ReadonlyMap<string, Place>

/** Whoever is tied together is drawn together; the drawings, and whoever is tied to nobody, fill the width row by row. */
export function layOut(map: ServiceMap, isDownward: boolean, width: number): Places {
  const drawings = tiedTogether(map).map((part) =>
    atTheCorner(isDownward ? narrowed(drawn(part, 'TB')) : drawn(part, 'LR')),
  )
  const boxes = drawings.map(sizeOf)
  const corners = packIntoRows(boxes, isDownward ? columnsWidth(BESIDE_MAX) : width, GAP)
  return new Map(drawings.flatMap((drawing, index) => [...moved(drawing, corners[index] ?? { x: 0, y: 0 })]))
}

/** The largest first, and those of one point last. */
function tiedTogether({ points, arrows }: ServiceMap): ServiceMap[] {
  const groupOf = new Map(points.map(({ id }) => [id, id]))
  for (const { from, to } of arrows) {
    const [kept, joined] = [groupOf.get(from), groupOf.get(to)]
    for (const [id, group] of groupOf) if (group === joined && kept) groupOf.set(id, kept)
  }
  const groups = [...Map.groupBy(points, ({ id }) => groupOf.get(id)).values()]
  return groups
    .toSorted((one, other) => other.length - one.length)
    .map((members) => {
      const ids = new Set(members.map(({ id }) => id))
      return { points: members, arrows: arrows.filter(({ from }) => ids.has(from)) }
    })
}

function drawn({ points, arrows }: ServiceMap, rankdir: 'TB' | 'LR'): Places {
  const graph = new Graph()
  graph.setGraph({ rankdir, nodesep: GAP, ranksep: BETWEEN_RANKS })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of points) graph.setNode(id, { width: POINT_WIDTH, height: POINT_HEIGHT })
  for (const { from, to } of arrows) graph.setEdge(from, to)
  layout(graph)
  return new Map(points.map(({ id }) => [id, graph.node(id) as Place]))
}

/** As many as a phone shows beside each other. */
const BESIDE_MAX = 2
const BETWEEN_ROWS = 28
const BETWEEN_RANKS = 72

/**
 * Whoever stands on one height is put into rows of few, so that nothing has to be shrunk or scrolled to. One alone stands
 * at the left: the way between the columns stays free for lines.
 */
function narrowed(places: Places): Places {
  const heights = [...Map.groupBy(places, ([, { y }]) => y)].toSorted(([one], [other]) => one - other)
  const narrow = new Map<string, Place>()
  let y = 0
  for (const [, rank] of heights) {
    const ids = rank.toSorted(([, one], [, other]) => one.x - other.x).map(([id]) => id)
    for (let from = 0; from < ids.length; from += BESIDE_MAX) {
      const row = ids.slice(from, from + BESIDE_MAX)
      for (const [at, id] of row.entries()) narrow.set(id, { x: at * (POINT_WIDTH + GAP), y })
      y += POINT_HEIGHT + BETWEEN_ROWS
    }
    y += BETWEEN_RANKS - BETWEEN_ROWS
  }
  return narrow
}

function columnsWidth(count: number): number {
  return count * (POINT_WIDTH + GAP) - GAP
}

function atTheCorner(places: Places): Places {
  const all = [...places.values()]
  return moved(places, { x: -Math.min(...all.map(({ x }) => x)), y: -Math.min(...all.map(({ y }) => y)) })
}

function moved(places: Places, by: Place): Places {
  return new Map([...places].map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }]))
}

function sizeOf(places: Places): Box {
  const all = [...places.values()]
  return {
    width: Math.max(...all.map(({ x }) => x)) + POINT_WIDTH,
    height: Math.max(...all.map(({ y }) => y)) + POINT_HEIGHT,
  }
}

/**
 * A line from the foot of one point to the head of another that stands rows below it on a phone: by the way between the
 * columns, behind nobody. Undefined where nobody stands between them, or the line leads up.
 */
export function wayDown(from: Place, to: Place, lane: number): Place[] | undefined {
  const next = POINT_HEIGHT + BETWEEN_RANKS
  if (to.y <= from.y + next) return undefined
  const x = WAY + (LANES[lane % LANES.length] ?? 0)
  const [start, end] = [footOf(from), headOf(to)]
  const [leaving, arriving] = [start.y + TURN, end.y - TURN]
  return [start, { x: start.x, y: leaving }, { x, y: leaving }, { x, y: arriving }, { x: end.x, y: arriving }, end]
}

const footOf = ({ x, y }: Place): Place => ({ x: x + POINT_WIDTH / 2, y: y + POINT_HEIGHT })
const headOf = ({ x, y }: Place): Place => ({ x: x + POINT_WIDTH / 2, y })
