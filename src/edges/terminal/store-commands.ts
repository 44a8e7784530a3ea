/** Commands that need the store and something besides: systems to look at, a file to write, a machine to examine. */
import { EMPTY_CONTEXT } from '../../guidance/environment/environment-context.ts'
import { createRedactor } from '../../guidance/secrecy/redact.ts'
import { secretsOf } from '../../guidance/secrecy/secrets-of.ts'
import type { Environment } from '../../guidance/settings/environment.ts'
import { resolveSettings } from '../../guidance/settings/resolve-settings.ts'
import { dataFolderOf, readRunNote } from '../embedded/data-folder.ts'
import { createEnvironmentStore } from '../store/environment-records.ts'
import { createIncidentStore } from '../store/incident-records.ts'
import { createKnowledgeFinder } from '../store/knowledge-finder.ts'
import type { Guidance } from './diagnose-command.ts'
import { examine, report } from './doctor.ts'
import { exportIncident } from './export/export-incident.ts'
import { completeEnvironment, withStore } from './open-store.ts'
import { type ReportOptions, reportIncident } from './report-command.ts'
import { print, QUIET } from './voice.ts'

/** What was given at run time helps, but who has an alert in a file may well have no store at hand. */
export async function runDiagnosis(given: Environment, file: string): Promise<void> {
  const environment = await completeEnvironment(given)
  const { diagnoseFile } = await import('./diagnose-command.ts')
  const diagnose = (guidance: Guidance) => diagnoseFile(file, { environment, guidance, log: QUIET, print })
  const { values } = resolveSettings(environment, new Map())
  const unstored = { settings: values, context: EMPTY_CONTEXT, knowledge: { search: async () => ({ entries: [] }) } }
  if (!environment.DATABASE_URL?.trim()) return diagnose(unstored)
  let isReached = false
  await withStore(environment, async ({ settings, database }) => {
    isReached = true
    const context = await createEnvironmentStore(database).current()
    await diagnose({ settings: await settings.current(), context, knowledge: createKnowledgeFinder(database) })
  }).catch((error: Error) => {
    if (isReached) throw error
    QUIET.warn({}, `${error.message} Only the environment counts, therefore.`)
    return diagnose(unstored)
  })
}

export async function runExport(environment: Environment, id: string, output: string | undefined): Promise<void> {
  await withStore(environment, async ({ database, settings }) => {
    const values = await settings.current()
    await exportIncident(
      {
        incidents: createIncidentStore({ database, onCommit: () => {} }),
        settings: values,
        context: await createEnvironmentStore(database).current(),
        redactor: createRedactor(() => secretsOf(environment, values)),
        print,
      },
      id,
      output,
    )
  })
}

export async function runReport(environment: Environment, id: string, options: ReportOptions): Promise<void> {
  await withStore(environment, async ({ database, settings }) => {
    const { find } = createIncidentStore({ database, onCommit: () => {} })
    const values = await settings.current()
    const redactor = createRedactor(() => secretsOf(environment, values))
    await reportIncident(id, options, { find, redactor, print })
  })
}

export async function runDoctor(given: Environment): Promise<void> {
  const folder = dataFolderOf(given)
  const note = await readRunNote(folder)
  const { checksFor } = await import('./checks.ts')
  const findings = await examine(await checksFor(await completeEnvironment(given), note && { folder, ...note }))
  print(report(findings))
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1
}
