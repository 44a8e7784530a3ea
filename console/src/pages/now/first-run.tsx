/** What to do after the first start. It ticks itself by what the service says, and goes when all is done or dismissed. */
import { Accordion, Button, Group, Paper, Progress, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { phrase } from '../../language/phrase.ts'
import { statusQuery } from '../../server/queries.ts'
import { sessionQuery } from '../../server/session.ts'
import { type FirstStep, firstSteps } from './first-steps.tsx'
import { firstStepsQuery } from './now-queries.ts'

/** Folded, it is one line, which opens. */
export function FirstRun({ isFolded = false }: { isFolded?: boolean }) {
  const [isDismissed, setDismissed] = useLocalStorage({
    key: 'firebreak-first-run-dismissed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return isDismissed ? null : <Checklist isFolded={isFolded} onDismiss={() => setDismissed(true)} />
}

function Checklist({ isFolded, onDismiss }: { isFolded: boolean; onDismiss: () => void }) {
  const { data: known } = useQuery(firstStepsQuery)
  const { data: status } = useQuery(statusQuery)
  const { data: session } = useQuery(sessionQuery)
  const [isOpen, { toggle }] = useDisclosure(!isFolded)
  if (!known || !status || !session) return null
  const steps = firstSteps({ ...known, status, session })
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <Paper withBorder p={isOpen ? 'md' : 'xs'} className="surface" component="section" aria-labelledby="first-run">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Heading isShort={!isOpen} done={done} steps={steps.length} />
          <Group gap="xs">
            {isFolded && (
              <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
                {isOpen ? phrase('Fold') : phrase('Show')}
              </Button>
            )}
            <Button variant="default" size="xs" onClick={onDismiss}>
              {phrase('Dismiss')}
            </Button>
          </Group>
        </Group>
        {isOpen && <Progress value={(done / steps.length) * 100} size="sm" aria-label={phrase('First steps done')} />}
        {isOpen && <Steps steps={steps} />}
      </Stack>
    </Paper>
  )
}

function Heading({ isShort, done, steps }: { isShort: boolean; done: number; steps: number }) {
  return (
    <Group gap="sm" align="baseline">
      <Title order={2} id="first-run">
        {phrase('First steps')}
      </Title>
      <Text size="sm" className="muted">
        {isShort
          ? phrase('{done} of {steps} done', { done, steps })
          : phrase('{done} of {steps} done. Each ticks itself once it is so.', { done, steps })}
      </Text>
    </Group>
  )
}

function Steps({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Accordion defaultValue={next?.name ?? null} order={3} variant="default" chevronPosition="right">
      {steps.map(({ name, title, isDone, how }) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control
            icon={<Tick isDone={isDone} />}
            aria-label={`${title}: ${isDone ? phrase('done') : phrase('to do')}`}
          >
            <Text size="sm" fw={isDone ? 400 : 600} className={isDone ? 'muted' : ''}>
              {title}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>{how}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Tick({ isDone }: { isDone: boolean }) {
  return (
    <ThemeIcon size={22} radius="xl" variant={isDone ? 'filled' : 'default'} color="green" aria-hidden>
      {isDone ? <IconCheck size={14} /> : <IconCircle size={10} />}
    </ThemeIcon>
  )
}
