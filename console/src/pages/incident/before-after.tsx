import { SimpleGrid, Text } from '@mantine/core'
import { Pairs } from './pairs.tsx'

type Fields = Readonly<Record<string, unknown>>

/** The target before and after, side by side; on a phone one below the other. */
export function BeforeAfter({ before, after }: { before: Fields; after: Fields }) {
  if (Object.keys(before).length === 0 && Object.keys(after).length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <Side name="Before" fields={before} />
      <Side name="After" fields={after} />
    </SimpleGrid>
  )
}

function Side({ name, fields }: { name: string; fields: Fields }) {
  return (
    <div>
      <Text size="xs" fw={600} className="muted">
        {name}
      </Text>
      {Object.keys(fields).length === 0 ? <Text size="sm">nothing was read</Text> : <Pairs of={fields} />}
    </div>
  )
}
