import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { ItemCard, problemsOf } from './item-card.tsx'
import { ItemDrawer } from './item-form.tsx'
import { ListPart, type PartGiven } from './list-part.tsx'
import { DATABASE, INFRASTRUCTURE, MIDDLEWARE } from './shapes.ts'

export function InfrastructurePart(given: PartGiven) {
  return (
    <Stack gap="lg">
      <Cluster {...given} />
      <Title order={2}>{phrase('Databases')}</Title>
      <ListPart
        {...given}
        shape={DATABASE}
        name="databases"
        within="infrastructure"
        empty={phrase('Named here, a database in an alert is known for what it is, and whose services wait for it.')}
      />
      <Title order={2}>{phrase('Middleware')}</Title>
      <ListPart
        {...given}
        shape={MIDDLEWARE}
        name="middleware"
        within="infrastructure"
        empty={phrase('Queues, proxies and caches that services depend on.')}
      />
    </Stack>
  )
}

function Cluster({ draft, document, canEdit }: PartGiven) {
  const [isOpen, setOpen] = useState(false)
  const item = { key: '', path: phrase('The cluster'), value: document.infrastructure }
  const problems = problemsOf(draft.problems, 'infrastructure').filter(
    ({ field }) => !/^(databases|middleware)\[/.test(field),
  )
  return (
    <>
      <ul className="plain-list">
        <ItemCard
          shape={INFRASTRUCTURE}
          item={item}
          problems={problems}
          onEdit={canEdit ? () => setOpen(true) : undefined}
          onRemove={undefined}
        />
      </ul>
      {isOpen && (
        <ItemDrawer
          shape={INFRASTRUCTURE}
          title={phrase('Edit the cluster')}
          item={item}
          problems={problems}
          takenKeys={[]}
          onClose={() => setOpen(false)}
          onDone={({ value }) => {
            draft.change({ ...document, infrastructure: value })
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
