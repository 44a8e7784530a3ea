/** The second look before many incidents are changed, and what came of it, one by one. */
import type { IncidentItem } from '@contract/incident.ts'
import { NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkAction } from './bulk-actions.ts'
import { BulkForm, Reason } from './bulk-parts.tsx'
import { sayAll } from './say-all.ts'

type Props = {
  action: BulkAction
  incidents: readonly IncidentItem[]
  onDone: () => void
  onClose: () => void
}

export function BulkDialog({ action, incidents, onDone, onClose }: Props) {
  const [comment, setComment] = useState('')
  const [count, setCount] = useState(0)
  const queries = useQueryClient()
  const asked = action.choiceOf?.(incidents)
  const [choice, setChoice] = useState(asked?.options[0]?.value ?? '')
  const fitting = incidents.filter((incident) => action.fits(incident, choice))
  const others = incidents.filter(({ id }) => id !== choice)
  const doing = useMutation({
    mutationFn: () => {
      const ids = fitting.map(({ id }) => id)
      return sayAll(ids, (id) => action.say(id, { comment, choice }), setCount)
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['incidents'] })
      onDone()
    },
  })
  const left = others.length - fitting.length
  return (
    <BulkForm {...{ action, fitting, left, doing, count, onClose }}>
      {asked && (
        <NativeSelect
          label={asked.label}
          data={asked.options}
          value={choice}
          onChange={({ currentTarget }) => setChoice(currentTarget.value)}
        />
      )}
      {action.hasComment && <Reason value={comment} onChange={setComment} />}
    </BulkForm>
  )
}
