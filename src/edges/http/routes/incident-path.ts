import { Problem } from '../../../problem.ts'
import { INCIDENT_ID_FORM } from '../../../story/incident/incident.ts'
import { Type } from '../contract/schema.ts'

export const IdPath = Type.Object({ id: Type.String({ description: 'Incident id.' }) })

export function readId(params: unknown): string {
  const { id } = params as { id: string }
  if (!INCIDENT_ID_FORM.test(id)) throw noSuchIncident()
  return id
}

export function noSuchIncident(): Problem {
  return new Problem('NOT_FOUND', 'There is no such incident.')
}
