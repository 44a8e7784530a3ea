/** The documents, as they were when this very service was built: they tell of nothing it does not have. */
import '../knowledge/knowledge.css'
import { Anchor, Box, Grid, NavLink, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { language } from '../../language/language.ts'
import { phrase } from '../../language/phrase.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { anchorsOf } from './anchors-of.ts'
import { HelpText } from './help-text.tsx'
import { HELP_TITLES } from './help-titles.ts'

const DOCUMENTS = import.meta.glob<string>(['../../../../docs/*.md', '../../../../docs/chinese/*.md'], {
  query: '?raw',
  import: 'default',
})

type Document = { text: string; isTold: boolean; anchors: readonly string[] }

/** In the reader's language where it is told in it; its headings are called as the English ones are. */
async function readDocument(name: string): Promise<Document | null> {
  const [english, chinese] = await Promise.all([
    DOCUMENTS[`../../../../docs/${name}.md`]?.(),
    language === 'zh' ? DOCUMENTS[`../../../../docs/chinese/${name}.md`]?.() : undefined,
  ])
  if (english === undefined) return null
  return { text: chinese ?? english, isTold: language === 'en' || chinese !== undefined, anchors: anchorsOf(english) }
}

const documentQuery = (name: string) =>
  queryOptions({
    queryKey: ['help', name],
    queryFn: () => readDocument(name),
    staleTime: Number.POSITIVE_INFINITY,
  })

export function HelpPage() {
  const { name } = useParams({ from: '/help/$name' })
  const { data } = useQuery(documentQuery(name))
  const title = HELP_TITLES[name] ?? phrase('Help')
  usePageTitle(title)
  useScrollTo(useLocation({ select: ({ hash }) => hash }), data !== undefined)
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 9 }}>
        <Stack gap="sm">
          <Title order={1}>{title}</Title>
          {/* Beside the text there is no room, and below it nobody would look. */}
          <Box component="details" hiddenFrom="lg" key={name} className="documents">
            <summary>{phrase('All documents')}</summary>
            <Documents shown={name} />
          </Box>
          {data && !data.isTold && (
            <Text size="sm" className="muted">
              {phrase('This document is written in English.')}
            </Text>
          )}
          {data === undefined && <Loading />}
          {data === null && (
            <EmptyNote title={phrase('There is no such document')}>{phrase('Choose one from the list.')}</EmptyNote>
          )}
          {data && <HelpText {...data} text={withoutTitle(data.text)} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={3} visibleFrom="lg">
        <Documents shown={name} />
      </Grid.Col>
    </Grid>
  )
}

function Documents({ shown }: { shown: string }) {
  return (
    <nav aria-label={phrase('Documents')}>
      {Object.entries(HELP_TITLES).map(([name, label]) => (
        <NavLink
          key={name}
          label={label}
          active={name === shown}
          renderRoot={(props) => <Link {...props} to="/help/$name" params={{ name }} />}
        />
      ))}
      <Anchor href="/api/docs" size="sm" px="sm" underline="always">
        {phrase('The API, call by call')}
      </Anchor>
    </nav>
  )
}

function withoutTitle(text: string): string {
  return text.replace(/^# .*\n/, '')
}

/** The heading an address names is there only after the document is. */
function useScrollTo(hash: string, isThere: boolean): void {
  useEffect(() => {
    if (isThere && hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash, isThere])
}
