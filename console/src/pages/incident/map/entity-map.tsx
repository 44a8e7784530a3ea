/** Whom the diagnosis looked at and what ties them, drawn small; who wants it in words opens them. */
import './entity-map.css'
import { Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useId } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { exactText } from '../../../parts/exact-text.ts'
import { Said } from '../../../parts/said.tsx'
import { BOX, type EntityMap, layOutMap, type PlacedEntity, type PlacedTie } from './lay-out-map.ts'
import { roleOf, shortName, TIE_WORDS, tellTies } from './map-words.ts'

/** One alone is no map. */
export function EntityMapView({ map, whyNone }: { map: EntityMap | undefined; whyNone: string }) {
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  if (!map || map.entities.length < 2)
    return (
      <Text size="xs" className="muted">
        {whyNone}
      </Text>
    )
  return (
    <Stack gap={6} component="section" aria-label={phrase('Whom it looked at, and what ties them')}>
      <Title order={3}>{phrase('Whom it looked at, and what ties them')}</Title>
      <Drawing map={map} />
      <details open={isPhone} className="entity-map-told">
        <summary>{phrase('The same in words')}</summary>
        <InWords map={map} />
      </details>
    </Stack>
  )
}

function Drawing({ map }: { map: EntityMap }) {
  const arrow = useId()
  const { width, height, entities, ties } = layOutMap(map)
  // What turns aside in the first column does so before it.
  const room = 2 - Math.min(0, ...ties.map(({ bend }) => (bend ? bend.x - 20 : 0)))
  return (
    <svg
      viewBox={`${-room} -2 ${width + 2 + room} ${height + 4}`}
      className="entity-map"
      style={{ maxWidth: width + room }}
      role="img"
      aria-label={phrase('Map of them; below it is told in words')}
    >
      <defs>
        <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path d="M0 0 L8 4 L0 8 z" className="entity-map-arrow" />
        </marker>
      </defs>
      {ties.map((tie) => (
        <Tie key={`${tie.from} ${tie.to}`} tie={tie} arrow={arrow} />
      ))}
      {entities.map((entity) => (
        <Box key={entity.name} entity={entity} />
      ))}
    </svg>
  )
}

function Tie({ tie: { tie, start, end, bend }, arrow }: { tie: PlacedTie; arrow: string }) {
  const [x, y] = [(start.x + end.x) / 2, (start.y + end.y) / 2]
  const isUpright = start.x === end.x && !bend
  const beside = isUpright ? { x: x + 8, y: y + 4 } : { x: bend?.x ?? x, y: y - 5, textAnchor: 'middle' as const }
  const corners = bend
    ? [
        { x: bend.x, y: start.y },
        { x: bend.x, y: end.y },
      ]
    : []
  return (
    <g className="entity-map-tie">
      <polyline
        points={[start, ...corners, end].map((one) => `${one.x},${one.y}`).join(' ')}
        markerEnd={`url(#${arrow})`}
      />
      <text {...beside}>{TIE_WORDS[tie]}</text>
    </g>
  )
}

function Box({ entity }: { entity: PlacedEntity }) {
  const { name, x, y, is_subject, is_suspect } = entity
  const middle = x + BOX.width / 2
  return (
    <g className="entity-map-box" data-suspect={is_suspect || undefined} data-subject={is_subject || undefined}>
      <title>{exactText(name)}</title>
      <rect x={x} y={y} width={BOX.width} height={BOX.height} rx={6} />
      <text x={middle} y={y + 20} textAnchor="middle" className="entity-map-name">
        {exactText(shortName(name))}
      </text>
      <text x={middle} y={y + 36} textAnchor="middle">
        {roleOf(entity)}
      </text>
    </g>
  )
}

function InWords({ map: { entities, ties } }: { map: EntityMap }) {
  return (
    <ul className="entity-map-words">
      {entities.map((entity) => (
        <li key={entity.name} className="wrap-anywhere">
          <b>{exactText(entity.name)}</b>
          {phrase(': |after a name')}
          {[roleOf(entity), ...tellTies(entity.name, ties)].map(exactText).join(phrase('; |between two lists'))}
          {entity.findings.length > 0 && (
            <Text span size="xs" className="muted">
              {' '}
              (<Said text={entity.findings.join('; ')} />)
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}
