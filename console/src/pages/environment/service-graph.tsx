/** The services as a drawing. The list below it says the same in words, so nothing here needs to be reached by keyboard. */
import '@xyflow/react/dist/style.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import {
  BaseEdge,
  Controls,
  type Edge,
  type EdgeProps,
  type FitViewOptions,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { useEffect, useMemo } from 'react'
import { phrase } from '../../language/phrase.ts'
import { arrowId, layOut, type Place, POINT_HEIGHT, POINT_WIDTH } from './lay-out.ts'
import type { MapPoint, ServiceMap } from './service-map.ts'

type PointNode = Node<MapPoint & { isDownward: boolean }, 'point'>

type WayEdge = Edge<{ points: readonly Place[] }, 'way'>

const NODE_TYPES = { point: Point }
const EDGE_TYPES = { way: Way }
/** The buttons stand at the right. */
const FIT: FitViewOptions = { maxZoom: 1, padding: { top: '16px', bottom: '16px', left: '16px', right: '56px' } }
const BESIDE_THE_POINTS = 72
/** Names can still be read, and a row holds one more. */
const SMALLER = 0.85
/** As tall as it must be; a larger map is shown smaller. */
const HEIGHT_MIN = 200
const HEIGHT_MAX = 560
const MARGIN = 64
/** On a phone it is not made smaller than can be read, and scrolls instead. */
const PHONE_ZOOM = 0.85
const PHONE_MARGIN = 32
const PHONE_FIT: FitViewOptions = { maxZoom: PHONE_ZOOM, padding: '16px' }

export function ServiceGraph({ map }: { map: ServiceMap }) {
  const isDownward = useMediaQuery('(max-width: 48em)') ?? false
  const colorMode = useComputedColorScheme('light')
  const { ref, width } = useElementSize()
  const { nodes, edges, size } = useMemo(
    () => drawingOf(map, isDownward, width - BESIDE_THE_POINTS),
    [map, isDownward, width],
  )
  const fit = isDownward ? PHONE_FIT : FIT
  return (
    <figure
      ref={ref}
      className="service-graph surface"
      // What scrolls sideways must be reachable by keyboard.
      tabIndex={isDownward ? 0 : undefined}
      aria-label={phrase('What depends on what; the list below says the same in words')}
    >
      <div style={size}>
        <ReactFlow
          // Drawn anew, and fitted, whenever something changes or stands elsewhere.
          key={`${nodes.map(({ id, position: { x, y } }) => `${id} ${x} ${y}`).join()} ${map.arrows.length}`}
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          colorMode={colorMode}
          fitView
          fitViewOptions={fit}
          panOnDrag={!isDownward}
          zoomOnPinch={!isDownward}
          zoomOnDoubleClick={!isDownward}
          minZoom={0.1}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          zoomOnScroll={false}
          preventScrolling={false}
          onlyRenderVisibleElements
          proOptions={{ hideAttribution: true }}
        >
          {!isDownward && <Controls showInteractive={false} position="top-right" />}
          <FitWhenResized fit={fit} />
        </ReactFlow>
      </div>
    </figure>
  )
}

/** A window made narrower, or a phone turned, cuts nothing off. */
function FitWhenResized({ fit }: { fit: FitViewOptions }) {
  const area = useStore(({ width, height }) => width * height)
  const { fitView } = useReactFlow()
  useEffect(() => {
    if (area > 0) void fitView(fit)
  }, [area, fitView, fit])
  return null
}

type Sheet = { nodes: PointNode[]; edges: Edge[]; size: { height: number; minWidth?: number } }

function drawingOf(map: ServiceMap, isDownward: boolean, width: number): Sheet {
  const { places, ways } = layOut(map, isDownward, width / SMALLER)
  const nodes = map.points.map(
    (point): PointNode => ({
      id: point.id,
      type: 'point',
      position: places.get(point.id) ?? { x: 0, y: 0 },
      width: POINT_WIDTH,
      height: POINT_HEIGHT,
      data: { ...point, isDownward },
    }),
  )
  const edges = map.arrows.map((arrow): Edge => {
    const points = ways.get(arrowId(arrow))
    const way = points ? { type: 'way', data: { points } } : {}
    const ends = { source: arrow.from, target: arrow.to, markerEnd: { type: MarkerType.ArrowClosed } }
    return { id: arrowId(arrow), ...ends, ...way }
  })
  return { nodes, edges, size: isDownward ? phoneSizeOf(nodes) : { height: heightOf(nodes, width) } }
}

/** What is shown smaller to fit the width is less high as well. */
function heightOf(nodes: readonly PointNode[], width: number): number {
  const zoom = Math.min(1, Math.max(0, width) / rightmostOf(nodes))
  return Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, lowestOf(nodes) * zoom + MARGIN))
}

function lowestOf(nodes: readonly PointNode[]): number {
  return Math.max(...nodes.map(({ position }) => position.y)) + POINT_HEIGHT
}

function rightmostOf(nodes: readonly PointNode[]): number {
  return Math.max(...nodes.map(({ position }) => position.x)) + POINT_WIDTH
}

function phoneSizeOf(nodes: readonly PointNode[]) {
  return {
    height: lowestOf(nodes) * PHONE_ZOOM + PHONE_MARGIN,
    minWidth: rightmostOf(nodes) * PHONE_ZOOM + PHONE_MARGIN,
  }
}

function Point({ data: { name, note, kind, isDownward } }: NodeProps<PointNode>) {
  return (
    <div className={`service-point service-point-${kind}`} title={`${name}, ${note}`}>
      <Handle type="target" position={isDownward ? Position.Top : Position.Left} />
      <span className="service-point-name">{name}</span>
      <span className="service-point-note muted">{note}</span>
      <Handle type="source" position={isDownward ? Position.Bottom : Position.Right} />
    </div>
  )
}

function Way({ data, markerEnd }: EdgeProps<WayEdge>) {
  return <BaseEdge path={pathOf(data?.points ?? [])} {...(markerEnd && { markerEnd })} />
}

/** Level where it passes a point, upright where it leads straight down, and bent between. */
function pathOf(points: readonly Place[]): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1]
      if (!before) return `M${x} ${y}`
      const middle = (before.x + x) / 2
      return before.x === x ? `L${x} ${y}` : `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`
    })
    .join('')
}
