import { Anchor, Group, Text } from '@mantine/core'
import { phrase } from '../../../language/phrase.ts'
import type { PlotLink } from './plot-links.ts'

export function PlotLinks({ links }: { links: readonly PlotLink[] }) {
  if (links.length === 0) return null
  return (
    <Group gap="sm" role="group" aria-label={phrase('The same elsewhere')}>
      <Text size="xs" className="muted">
        {phrase('Open elsewhere:|before the names of links')}
      </Text>
      {links.map(({ name, address }) => (
        <Anchor
          key={address}
          href={address}
          target="_blank"
          rel="noreferrer noopener"
          size="xs"
          underline="always"
          title={address}
        >
          {name}
        </Anchor>
      ))}
    </Group>
  )
}
