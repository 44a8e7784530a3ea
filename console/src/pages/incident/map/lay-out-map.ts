/** Where those of a diagnosis stand: whom it points to at the left, the alert's subject at the right, and between them the way. */
import type { Diagnosis } from '@contract/incident-course.ts'

type KeptMap = NonNullable<Diagnosis['map']>
type Entity = KeptMap['entities'][number]
type KeptTie = KeptMap['ties'][number]
/** Sessions that keep others waiting stand in no map of the diagnosis; they are drawn from what it quotes. */
type Tie = Omit<KeptTie, 'tie'> & { tie: KeptTie['tie'] | 'blocks' }
export type EntityMap = { entities: readonly Entity[]; ties: readonly Tie[] }

/** Three beside each other fill the page of a laptop, so that nothing is made smaller than can be read. */
export const BOX = { width: 178, height: 46 }
/** Between two there is room for what ties them. */
const GAP = { x: 54, y: 28 }
const COLUMNS_MAX = 4

type Place = { x: number; y: number }
export type PlacedEntity = Entity & Place
/** `bend` is where its line turns aside, round whom stands between the two in their column. */
export type PlacedTie = Tie & { start: Place; end: Place; bend?: Place }
type MapSheet = { width: number; height: number; entities: PlacedEntity[]; ties: PlacedTie[] }

export function layOutMap(map: EntityMap): MapSheet {
  const columns = columnsOf(map)
  const heightOf = (count: number) => count * (BOX.height + GAP.y) - GAP.y
  const height = Math.max(...columns.map(({ length }) => heightOf(length)))
  const entities = columns.flatMap((column, at) =>
    column.map((entity, row) => ({
      ...entity,
      x: at * (BOX.width + GAP.x),
      y: (height - heightOf(column.length)) / 2 + row * (BOX.height + GAP.y),
    })),
  )
  const ties = map.ties.flatMap((tie) => placedTie(tie, entities) ?? [])
  return { width: columns.length * (BOX.width + GAP.x) - GAP.x, height, entities, ties }
}

/**
 * By how many ties they are away from the subject, so that a tie leads from one column to the next and runs behind no box;
 * who is tied to nobody stands with the farthest.
 */
function columnsOf({ entities, ties }: EntityMap): Entity[][] {
  const subjects = entities.filter(({ is_subject }) => is_subject)
  // An alert that names nobody has ways that end somewhere all the same.
  const ends = subjects.length > 0 ? subjects : entities.filter(({ is_suspect }) => !is_suspect).slice(0, 1)
  const far = new Map(ends.map(({ name }) => [name, 0]))
  for (const [name, steps] of far)
    for (const { from, to } of ties)
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const)
        if (one === name && !far.has(other)) far.set(other, Math.min(steps + 1, COLUMNS_MAX - 1))
  const farthest = Math.max(1, ...far.values())
  const columns = Array.from({ length: farthest + 1 }, (_, at) =>
    entities.filter(({ name }) => (far.get(name) ?? farthest) === farthest - at),
  )
  return columns.filter(({ length }) => length > 0)
}

function placedTie(tie: Tie, entities: readonly PlacedEntity[]): PlacedTie | undefined {
  const [from, to] = [tie.from, tie.to].map((name) => entities.find((one) => one.name === name))
  if (!from || !to) return undefined
  const middle = BOX.height / 2
  if (from.x === to.x) return { ...tie, ...withinColumn(from, to, entities) }
  const isForth = from.x < to.x
  return {
    ...tie,
    start: { x: from.x + (isForth ? BOX.width : 0), y: from.y + middle },
    end: { x: to.x + (isForth ? 0 : BOX.width), y: to.y + middle },
  }
}

function withinColumn(from: Place, to: Place, entities: readonly Place[]): Omit<PlacedTie, keyof Tie> {
  const [low, high] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const isBetween = ({ x, y }: Place) => x === from.x && low < y && y < high
  if (entities.some(isBetween)) {
    const middle = BOX.height / 2
    const [start, end] = [from, to].map(({ x, y }) => ({ x, y: y + middle })) as [Place, Place]
    return { start, end, bend: { x: from.x - GAP.x / 2, y: (start.y + end.y) / 2 } }
  }
  const x = from.x + BOX.width / 2
  const isDown = from.y < to.y
  return {
    start: { x, y: from.y + (isDown ? BOX.height : 0) },
    end: { x, y: to.y + (isDown ? 0 : BOX.height) },
  }
}
