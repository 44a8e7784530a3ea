import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Redactor } from '../../guidance/secrecy/redact.ts'
import { StartRefused } from '../../problem.ts'
import { INCIDENT_ID_FORM } from '../../story/incident/incident.ts'
import type { IncidentStore } from '../../story/incident/incident-store.ts'
import { writeReport } from '../../story/incident/report/report.ts'
import type { ReportLanguage } from '../../story/incident/report/report-language.ts'

export type ReportOptions = { output?: string; language: ReportLanguage }
type Parts = { find: IncidentStore['find']; redactor: Redactor; print: (text: string) => void }

/** To the terminal, or into a file where one is named. */
export async function reportIncident(id: string, options: ReportOptions, parts: Parts): Promise<void> {
  const { find, redactor, print } = parts
  const output = options.output && resolve(options.output)
  const found = INCIDENT_ID_FORM.test(id) ? await find(id) : undefined
  if (!found) throw new StartRefused(`There is no incident ${id}; GET /api/incidents lists them.`)
  // It leaves the house, so what the alert itself brought along is masked too.
  const report = writeReport(redactor.redactValue(found), options.language)
  if (output === undefined) return print(report.trimEnd())
  await writeFile(output, report).catch((error: Error) => {
    throw new StartRefused(`The report cannot be written to ${output}: ${error.message}.`, { cause: error })
  })
  print(`Written to ${output}.`)
}
