import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { phrase } from '../../language/phrase.ts'
import { listed } from '../../parts/listed.ts'
import { FieldRow } from './item-card.tsx'
import { ListPart, type PartGiven } from './list-part.tsx'
import { ServiceGraph } from './service-graph.tsx'
import { dependentsOf, mapServices } from './service-map.ts'
import { SERVICE } from './shapes.ts'

export function ServicesPart(given: PartGiven) {
  const map = useMemo(() => mapServices(given.document), [given.document])
  return (
    <Stack>
      {map.points.length > 0 && <ServiceGraph map={map} />}
      <ListPart
        {...given}
        shape={SERVICE}
        name="services"
        suggestions={[...new Set(map.points.map(({ name }) => name))]}
        empty={phrase(
          'With them Firebreak knows who calls whom: it looks at what a failing service depends on, and says whom to wake.',
        )}
        more={(_item, index) => <NeededBy names={dependentsOf(map, `service ${index}`)} />}
      />
    </Stack>
  )
}

/** What the drawing says with arrows that point here. */
function NeededBy({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <dl className="fields wrap-anywhere">
      <FieldRow label={phrase('Needed by')} value={listed(names)} />
    </dl>
  )
}
