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
/** By the arrow, where a plain line would run behind somebody: the points it goes by. */
type Ways = ReadonlyMap<string, readonly Place[]>
type Drawing = { places: Places; ways: Ways }

export function arrowId({ from, to }: ServiceMap['arrows'][number]): string {
  return `${from} → ${to}`
}

/** Whoever is tied together is drawn together; the drawings, and whoever is tied to nobody, fill the width row by row. */
export function layOut(map: ServiceMap, isDownward: boolean, width: number): Drawing {
  const drawings = tiedTogether(map).map((part) => atTheCorner(isDownward ? narrowed(part) : drawn(part, 'LR')))
  const corners = packIntoRows(drawings.map(sizeOf), isDownward ? columnsWidth(BESIDE_MAX) : width, GAP)
  const all = drawings.map((drawing, index) => moved(drawing, corners[index] ?? { x: 0, y: 0 }))
  const places = new Map(all.flatMap((drawing) => [...drawing.places]))
  const ways = isDownward ? waysDown(map, places) : new Map(all.flatMap((drawing) => [...drawing.ways]))
  return { places, ways }
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

function drawn({ points, arrows }: ServiceMap, rankdir: 'TB' | 'LR'): Drawing {
  const graph = new Graph()
  graph.setGraph({ rankdir, nodesep: GAP, ranksep: rankdir === 'LR' ? BETWEEN_COLUMNS : BETWEEN_RANKS })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of points) graph.setNode(id, { width: POINT_WIDTH, height: POINT_HEIGHT })
  for (const { from, to } of arrows) graph.setEdge(from, to)
  layout(graph)
  const places = new Map(points.map(({ id }) => [id, graph.node(id) as Place]))
  const ways = new Map(
    arrows.flatMap((arrow) => {
      const bends = (graph.edge(arrow.from, arrow.to) as { points?: Place[] }).points ?? []
      const way = wayAcross(places.get(arrow.from), places.get(arrow.to), bends)
      return way ? [[arrowId(arrow), way] as const] : []
    }),
  )
  return { places, ways }
}

/**
 * Level past each rank between the two, where the layout kept room for the line. Its bends lie in the middle of a rank
 * and between two in turn, told by the middles of points where we tell corners. Who needs somebody that stands before him,
 * as in a circle, is left at the other side: else the line would run behind both.
 */
function wayAcross(from: Place | undefined, to: Place | undefined, bends: readonly Place[]): Place[] | undefined {
  if (!from || !to) return undefined
  const isBack = to.x < from.x
  const passed = bends.filter((_, at) => at % 2 === 0).slice(1, -1)
  if (passed.length === 0 && !isBack) return undefined
  const level = (x: number, y: number): Place => ({ x, y: y + POINT_HEIGHT / 2 })
  const [near, far] = isBack ? [POINT_WIDTH, 0] : [0, POINT_WIDTH]
  const past = passed.flatMap(({ x, y }) => [level(x + near, y), level(x + far, y)])
  return [level(from.x + far, from.y), ...past, level(to.x + near, to.y)]
}

/** As many as a phone shows beside each other. */
const BESIDE_MAX = 2
const BETWEEN_ROWS = 28
const BETWEEN_RANKS = 72
/** Every pixel between them makes the names of a long chain smaller. */
const BETWEEN_COLUMNS = 48

/**
 * Whoever stands on one height is put into rows of few, so that nothing has to be shrunk or scrolled to. One alone stands
 * at the left: the way between the columns stays free for lines.
 */
function narrowed(part: ServiceMap): Drawing {
  const heights = [...Map.groupBy(drawn(part, 'TB').places, ([, { y }]) => y)].toSorted(([one], [other]) => one - other)
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
  return { places: narrow, ways: new Map() }
}

function columnsWidth(count: number): number {
  return count * (POINT_WIDTH + GAP) - GAP
}

function atTheCorner(drawing: Drawing): Drawing {
  const all = [...drawing.places.values()]
  return moved(drawing, { x: -Math.min(...all.map(({ x }) => x)), y: -Math.min(...all.map(({ y }) => y)) })
}

function moved({ places, ways }: Drawing, by: Place): Drawing {
  const move = ({ x, y }: Place): Place => ({ x: x + by.x, y: y + by.y })
  return {
    places: new Map([...places].map(([id, place]) => [id, move(place)])),
    ways: new Map([...ways].map(([id, points]) => [id, points.map(move)])),
  }
}

function sizeOf({ places }: Drawing): Box {
  const all = [...places.values()]
  return {
    width: Math.max(...all.map(({ x }) => x)) + POINT_WIDTH,
    height: Math.max(...all.map(({ y }) => y)) + POINT_HEIGHT,
  }
}

function waysDown({ arrows }: ServiceMap, places: Places): Ways {
  const lanes = [...new Set(arrows.map(({ from }) => from))]
  return new Map(
    arrows.flatMap((arrow) => {
      const [from, to] = [places.get(arrow.from), places.get(arrow.to)]
      const way = from && to && wayDown(from, to, lanes.indexOf(arrow.from))
      return way ? [[arrowId(arrow), way] as const] : []
    }),
  )
}

/**
 * A line to a point that stands rows away on a phone: from foot to head, or up from head to foot, by the way between the
 * columns, behind nobody. Undefined where nobody stands between them and it leads down.
 */
function wayDown(from: Place, to: Place, lane: number): Place[] | undefined {
  const isUp = to.y < from.y
  const isNext = Math.abs(to.y - from.y) <= POINT_HEIGHT + BETWEEN_RANKS
  if (isNext && !isUp) return undefined
  const [start, end] = isUp ? [headOf(from), footOf(to)] : [footOf(from), headOf(to)]
  if (isNext && start.x === end.x) return [start, end]
  const x = WAY + (LANES[lane % LANES.length] ?? 0)
  const [leaving, arriving] = isUp ? [start.y - TURN, end.y + TURN] : [start.y + TURN, end.y - TURN]
  return [start, { x: start.x, y: leaving }, { x, y: leaving }, { x, y: arriving }, { x: end.x, y: arriving }, end]
}

const footOf = ({ x, y }: Place): Place => ({ x: x + POINT_WIDTH / 2, y: y + POINT_HEIGHT })
const headOf = ({ x, y }: Place): Place => ({ x: x + POINT_WIDTH / 2, y })
