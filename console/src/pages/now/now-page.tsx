/** What needs me: plans whose time runs, everything else that is open, and whether the service itself is well. */
import './now.css'
import { Grid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { useChoosing } from '../../parts/choosing.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { OnlyLooking } from '../../parts/only-looking.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { Counts } from './counts.tsx'
import { FirstRun } from './first-run.tsx'
import { Health } from './health.tsx'
import { countOpen, type OpenIncidents, openIncidentsQuery } from './now-queries.ts'
import { OpenList } from './open-list.tsx'
import { Warnings } from './warnings.tsx'

export function NowPage() {
  usePageTitle(phrase('Now'))
  const open = useQuery(openIncidentsQuery)
  useChoosing()
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>{phrase('Now')}</Title>
        <Text className="muted" role="status" mih="1.55em">
          {open.data && tellNeed(open.data)}
        </Text>
        {open.data && countOpen(open.data) > 0 && <OnlyLooking to={phrase('work on incidents')} needs="operator" />}
      </div>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          {open.isPending && <Loading />}
          {open.isError && <ErrorNote error={open.error} retry={open.refetch} />}
          {open.data && <Open open={open.data} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <Warnings />
            <Health />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

/** Who comes to open incidents has the first steps in one line above them; who follows the steps keeps them in place. */
function Open({ open }: { open: OpenIncidents }) {
  const isQuiet = countOpen(open) + open.left.total === 0
  const [cameToQuiet] = useState(isQuiet)
  return (
    <Stack gap="lg">
      <Counts open={open} />
      {!cameToQuiet && <FirstRun isFolded />}
      {isQuiet && <Quiet />}
      <OpenList open={open} />
      {cameToQuiet && <FirstRun />}
    </Stack>
  )
}

function Quiet() {
  return <Text>{phrase('No incident is open. A new alert appears here by itself.')}</Text>
}

function tellNeed({ counts: { awaiting_approval: waiting, escalated }, left }: OpenIncidents): string {
  const needs = [
    ...(waiting > 0
      ? [
          waiting === 1
            ? phrase('One plan waits for a decision.')
            : phrase('{waiting} plans wait for a decision.', { waiting }),
        ]
      : []),
    ...(escalated > 0
      ? [
          escalated === 1
            ? phrase('One incident is escalated.')
            : phrase('{escalated} incidents are escalated.', { escalated }),
        ]
      : []),
  ]
  const [first, second] = needs
  if (first === undefined && left.total > 0) return phrase('Nothing needs a decision, but not every alert has cleared.')
  if (first === undefined) return phrase('Nothing needs you.')
  return second === undefined ? first : phrase('{first} {second}', { first, second })
}
