/** A plan written by hand. It goes the way of any other: gate, policy, a person's word, at most once, verified. */
import type { IncidentDetail, TriedPlan } from '@contract/incident.ts'
import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { DialogFooter } from '../../../parts/dialog-footer.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { useIntoSight } from '../../../parts/into-sight.ts'
import { type Flaw, fieldsOf, flawsOf } from '../../../parts/schema-fields.ts'
import { SchemaForm } from '../../../parts/schema-form.tsx'
import { ask, Refusal } from '../../../server/ask.ts'
import { useKnownNames } from '../../../server/known-names.ts'
import { incidentQuery } from '../../../server/queries.ts'
import { filledIn, offersOf } from './offers-of.ts'
import { addStep, changeStep, planOf, problemsOf, STEPS_MAX, type Step, type WrittenPlan } from './plan-steps.ts'
import { PluginChoice } from './plugin-choice.tsx'
import { Tried } from './tried-plan.tsx'

function usePlanAnswers(id: string, onTaken: () => void) {
  const queries = useQueryClient()
  const path = `/api/incidents/${id}/proposals`
  const trying = useMutation({
    mutationFn: async (plan: WrittenPlan) => (await ask<TriedPlan>('POST', `${path}/dry-run`, plan)).data,
  })
  const handing = useMutation({
    mutationFn: (plan: WrittenPlan) => ask('POST', path, plan),
    onSuccess: async ({ message }) => {
      notifications.show({ message, color: 'green' })
      await queries.invalidateQueries({ queryKey: incidentQuery(id).queryKey })
      onTaken()
    },
  })
  return { trying, handing }
}

function flawsIn({ plugin, typed }: Step): Flaw[] {
  return plugin ? flawsOf(fieldsOf(plugin.parameters), typed) : []
}

/** The buttons stay in sight where the field is not: whoever is told that something is missing stands at it. */
function useFlaws() {
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    const field = asked > 0 ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : undefined
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  }, [asked])
  return { form, showFlaw: () => setAsked((before) => before + 1) }
}

const WHY_CHARACTERS_MAX = 2_000

type Props = { incident: IncidentDetail; onTaken: () => void; onChanged: (isChanged: boolean) => void }

export function PlanForm({ incident, onTaken, onChanged }: Props) {
  const [why, setWhy] = useState('')
  const [steps, setSteps] = useState<Step[]>(() => addStep([]))
  const [isChecked, setIsChecked] = useState(false)
  const { form, showFlaw } = useFlaws()
  const { trying, handing } = usePlanAnswers(incident.id, onTaken)
  const plan = planOf(why, steps)
  const isBegun = why.trim() !== '' || steps.some(({ plugin }) => plugin !== undefined)
  useEffect(() => onChanged(isBegun), [isBegun, onChanged])
  const error = handing.error ?? trying.error
  const shown = useIntoSight(error)
  // What is missing is said at its field, before anybody is asked.
  const send = (by: (whole: WrittenPlan) => void) => {
    setIsChecked(true)
    if (plan && steps.every((step) => flawsIn(step).length === 0)) by(plan)
    else showFlaw()
  }
  // What was tried is no longer what is written.
  const change = (next: Step[]) => {
    setSteps(next)
    trying.reset()
    handing.reset()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(handing.mutate)
      }}
      ref={form}
    >
      <Stack gap="md">
        <Text size="sm">
          {phrase(
            'It is judged like any other plan, by the gate of each plugin and by policy, and then waits on this page for a person to confirm it. Nothing runs before.',
          )}
        </Text>
        <Textarea
          label={phrase('Why should this be done?')}
          required
          value={why}
          maxLength={WHY_CHARACTERS_MAX}
          onChange={(event) => setWhy(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={8}
          data-autofocus
        />
        {steps.map((step, at) => (
          <StepFields
            key={step.key}
            incident={incident}
            step={step}
            number={at + 1}
            problems={error instanceof Refusal ? problemsOf(error.details, at) : isChecked ? flawsIn(step) : []}
            onChange={(changed) => change(changeStep(steps, step.key, changed))}
            {...(steps.length > 1 && { onRemove: () => change(steps.filter(({ key }) => key !== step.key)) })}
          />
        ))}
        {steps.length < STEPS_MAX && (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => change(addStep(steps))}>
            {phrase('Add a step')}
          </Button>
        )}
        {trying.data && <Tried plan={trying.data} />}
        {error && (
          <div ref={shown}>
            <ErrorNote error={error} />
          </div>
        )}
        <DialogFooter>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={!plan} loading={trying.isPending} onClick={() => send(trying.mutate)}>
              {phrase('Dry run')}
            </Button>
            <Button type="submit" disabled={!plan} loading={handing.isPending}>
              {phrase('Hand it in')}
            </Button>
          </Group>
        </DialogFooter>
      </Stack>
    </form>
  )
}

type StepProps = {
  incident: IncidentDetail
  step: Step
  number: number
  problems: readonly { field: string; message: string }[]
  onChange: (change: Partial<Step>) => void
  onRemove?: () => void
}

function StepFields({ incident, step: { plugin, typed }, number, problems, onChange, onRemove }: StepProps) {
  const offers = offersOf(incident, useKnownNames())
  return (
    <Paper withBorder p="sm" component="section" aria-label={phrase('Step {number}', { number })}>
      <Stack gap="sm">
        <PluginChoice
          category="remediation"
          label={phrase('Step {number}', { number })}
          chosen={plugin}
          onChoose={(chosen) => onChange({ plugin: chosen, typed: filledIn(chosen, incident, offers) })}
        />
        <SchemaForm
          fields={plugin ? fieldsOf(plugin.parameters) : []}
          typed={typed}
          offers={offers}
          problems={problems}
          onChange={(name, value) => onChange({ typed: { ...typed, [name]: value } })}
        />
        {onRemove && (
          <Button variant="subtle" size="xs" style={{ alignSelf: 'flex-start' }} onClick={onRemove}>
            {phrase('Remove step {number}', { number })}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}
