import { writeFile } from 'node:fs/promises'
import { StartRefused } from '../../problem.ts'
import { INCIDENT_ID_FORM } from '../../story/incident/incident.ts'
import type { IncidentStore } from '../../story/incident/incident-store.ts'
import { writeReport } from '../../story/incident/report/report.ts'

type Parts = { find: IncidentStore['find']; print: (text: string) => void }

/** To the terminal, or into a file where one is named. */
export async function reportIncident(id: string, output: string | undefined, { find, print }: Parts): Promise<void> {
  const found = INCIDENT_ID_FORM.test(id) ? await find(id) : undefined
  if (!found) throw new StartRefused(`There is no incident ${id}; GET /api/incidents lists them.`)
  const report = writeReport(found)
  if (output === undefined) return print(report.trimEnd())
  await writeFile(output, report).catch((error: Error) => {
    throw new StartRefused(`The report cannot be written to ${output}: ${error.message}.`, { cause: error })
  })
  print(`Written to ${output}.`)
}
