/** The text and how it will read: side by side where there is room, one behind the other on a phone. */
import { Paper, SimpleGrid, Tabs, Text, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ChangeEvent, FocusEvent, ReactNode } from 'react'
import { phrase } from '../../language/phrase.ts'
import { Markdown } from './markdown.tsx'

type Given = {
  value?: string
  error?: ReactNode
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
  onFocus?: (event: FocusEvent) => void
  onBlur?: (event: FocusEvent) => void
}

export function ContentField(given: Given) {
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  if (isWide)
    return (
      <SimpleGrid cols={2}>
        <Source {...given} />
        <Preview content={given.value ?? ''} />
      </SimpleGrid>
    )
  return (
    <Tabs defaultValue="write">
      <Tabs.List>
        <Tabs.Tab value="write">{phrase('Write')}</Tabs.Tab>
        <Tabs.Tab value="preview">{phrase('Preview')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="write" pt="sm">
        <Source {...given} />
      </Tabs.Panel>
      <Tabs.Panel value="preview" pt="sm">
        <Preview content={given.value ?? ''} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Source(given: Given) {
  return (
    <Textarea
      {...given}
      className="markdown-source"
      label={phrase('Text')}
      description={phrase('Markdown.')}
      required
      autosize
      minRows={14}
      maxRows={32}
    />
  )
}

function Preview({ content }: { content: string }) {
  return (
    <section aria-label={phrase('Preview')}>
      <Text size="sm" fw={600} mb={24}>
        {phrase('Preview')}
      </Text>
      <Paper withBorder p="md" className="surface">
        {content.trim() === '' ? (
          <Text size="sm" className="muted">
            {phrase('What you write is shown here as it will be read.')}
          </Text>
        ) : (
          <Markdown>{content}</Markdown>
        )}
      </Paper>
    </section>
  )
}
