/** What whoever takes over needs: where to begin, what people wrote down, whom to call, and what was looked at. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { phrase } from '../../../language/phrase.ts'
import type { DecisionWord } from '../decide.ts'
import { DecisionButtons } from '../decision-buttons.tsx'
import { Suggestions } from '../doubts.tsx'
import { WritePlan } from '../hands/write-plan.tsx'
import { Refused } from '../no-plan.tsx'
import { Panel } from '../panel.tsx'
import { planInForce } from '../plan-in-force.ts'
import { Guesses } from './guesses.tsx'
import { guessesOf } from './guesses-of.ts'
import { LookedAt } from './looked-at.tsx'
import { NextLooks } from './next-looks.tsx'
import { Runbooks } from './runbooks.tsx'
import { unsaidSuggestions } from './unsaid-suggestions.ts'
import { WhomToCall } from './whom-to-call.tsx'

type Props = {
  incident: IncidentDetail
  names: ReadonlyMap<string, string>
  onDecide: (word: DecisionWord) => void
  /** Looks again, with these words to begin with. */
  onLook: (hint: string) => void
  onWrite: () => void
  onOpen: (event: IncidentEvent) => void
}

export function HandoverPanel({ incident, names, onDecide, onLook, onWrite, onOpen }: Props) {
  const guesses = guessesOf(incident)
  return (
    <Panel title={phrase('What a person can do now')}>
      <Stack gap="md">
        <Refused incident={incident} />
        <Part name={phrase('Where to begin')}>
          <Guesses guesses={guesses} incident={incident} onOpen={onOpen} />
          <NextLooks incident={incident} guesses={guesses} onLook={onLook} />
          <WritePlan incident={incident} onWrite={onWrite} />
        </Part>
        <Part name={phrase('Runbook')}>
          <Runbooks incident={incident} />
        </Part>
        <Part name={phrase('Whom to call')}>
          <WhomToCall incident={incident} />
        </Part>
        <Suggestions of={unsaidSuggestions(incident)} />
        <Part name={phrase('What was looked at')}>
          <LookedAt incident={incident} names={names} onOpen={onOpen} />
        </Part>
        {/* Where there is a plan, its panel has them. */}
        {!planInForce(incident) && <DecisionButtons incident={incident} onDecide={onDecide} />}
      </Stack>
    </Panel>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} mb={4}>
        {name}
      </Title>
      <Stack gap="xs">{children}</Stack>
    </section>
  )
}
