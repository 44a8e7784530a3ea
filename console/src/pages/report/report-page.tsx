/** The report of an incident as a page: to read, to print, and to send by its address. The same words as the Markdown. */
import '../knowledge/knowledge.css'
import './report.css'
import { Anchor, Button, CopyButton, Group, Paper, Stack, Title } from '@mantine/core'
import { IconDownload, IconLink, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { useClock } from '../../parts/clock.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { tellDatedMoment, tellIfMoment } from '../../parts/times.ts'
import { timesByClock } from '../../parts/times-by-clock.ts'
import { Markdown } from '../knowledge/markdown.tsx'
import { firstMoment, outsideCode, withUnits } from './outside-code.ts'
import { reportPath, reportQuery } from './report-query.ts'

export function ReportPage() {
  const { id } = useParams({ from: '/incidents/$id/report' })
  usePageTitle(phrase('Report of {id}', { id }))
  const { data, error, refetch } = useQuery(reportQuery(id))
  const clock = useClock()
  return (
    <Stack gap="md" className="report">
      <Group justify="space-between" className="not-printed">
        <Title order={1}>
          {richPhrase('Report of {anchor}', {
            anchor: (
              <Anchor component={Link} to={`/incidents/${id}`} inherit underline="always">
                {id}
              </Anchor>
            ),
          })}
        </Title>
        <Ways id={id} />
      </Group>
      {data !== undefined && (
        <Paper
          withBorder
          p={{ base: 'sm', sm: 'lg' }}
          className="surface"
          component="article"
          aria-label={phrase('Report of {id}', { id })}
        >
          <Markdown hasLinks={false}>
            {outsideCode(
              data,
              (text) => withUnits(timesByClock(text, firstMoment(data), clock, tellDatedMoment)),
              (at) => tellIfMoment(at, clock),
            )}
          </Markdown>
        </Paper>
      )}
      {data === undefined && (error ? <ErrorNote error={error} retry={refetch} /> : <Loading lines={12} />)}
    </Stack>
  )
}

function Ways({ id }: { id: string }) {
  return (
    <Group gap={6}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={14} aria-hidden />}
        onClick={() => window.print()}
      >
        {phrase('Print')}
      </Button>
      {/* Browsers keep the clipboard from pages that did not come over a safe way. */}
      {window.isSecureContext && (
        <CopyButton value={window.location.href} timeout={2_000}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" leftSection={<IconLink size={14} aria-hidden />} onClick={copy}>
              {copied ? phrase('Copied') : phrase('Copy link')}
            </Button>
          )}
        </CopyButton>
      )}
      <Button
        size="xs"
        variant="default"
        component="a"
        href={reportPath(id)}
        download={`${id}.md`}
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        Markdown
      </Button>
    </Group>
  )
}
