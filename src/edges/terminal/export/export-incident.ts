/** `firebreak export`: one incident written as a case file, secrets removed. */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { Settings } from '../../../guidance/settings/catalogue.ts'
import { StartRefused } from '../../../problem.ts'
import { INCIDENT_ID_FORM } from '../../../story/incident/incident.ts'
import type { IncidentStore } from '../../../story/incident/incident-store.ts'
import { caseOfIncident } from './case-of-incident.ts'

type Parts = {
  incidents: Pick<IncidentStore, 'find'>
  settings: Settings
  /** The environment context as JSON text. */
  context: string
  redactor: Redactor
  print: (text: string) => void
}

/** Settings that decide what is looked at and what may be proposed. */
const KEPT = [
  'CLUSTER_NAME',
  'ALLOWED_NAMESPACES',
  'FORBIDDEN_VERBS',
  'MAX_REPLICA_CHANGE',
  'DISABLED_PLUGINS',
] as const

export async function exportIncident(parts: Parts, id: string, output: string | undefined): Promise<void> {
  const found = INCIDENT_ID_FORM.test(id) ? await parts.incidents.find(id) : undefined
  if (!found) throw new StartRefused(`There is no incident ${id}.`)
  if (!found.incident.diagnosis)
    throw new StartRefused(`${id} has no diagnosis yet, so there is nothing to test against.`)
  const whole = caseOfIncident({
    ...found,
    config: configOf(parts.settings),
    context: JSON.parse(parts.context) as Record<string, unknown>,
  })
  const text = `${JSON.stringify(parts.redactor.redactValue(whole), null, 2)}\n`
  if (output === undefined) return parts.print(text.trimEnd())
  await writeFile(resolve(output), text).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${output} cannot be written: ${error.code}.`)
  })
  parts.print(`Wrote ${output}. Read what it expects, then: npm run evaluate -- --analysis ${output}`)
}

function configOf(settings: Settings): Record<string, unknown> {
  const values = KEPT.map((key) => [key, settings[key]] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null && value !== ''))
}
