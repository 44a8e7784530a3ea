/** `firebreak diagnose`: one alert from a file, on the systems configured here. It looks, and changes nothing. */
import { readFile } from 'node:fs/promises'
import type { KnowledgeSearch } from '../../guidance/knowledge/knowledge-search.ts'
import { createRedactor, type Redactor } from '../../guidance/secrecy/redact.ts'
import { secretsOf } from '../../guidance/secrecy/secrets-of.ts'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Environment } from '../../guidance/settings/environment.ts'
import { BUILT_IN_PLUGINS } from '../../plugins/built-in-plugins.ts'
import { Catalogue } from '../../plugins/catalogue.ts'
import { PluginDoor } from '../../plugins/run-plugin.ts'
import type { Log } from '../../ports/log.ts'
import { StartRefused } from '../../problem.ts'
import { readAlert } from '../../story/alert/read-alert.ts'
import { unstoredIncident } from '../../story/alert/unstored-incident.ts'
import { maskAlert } from '../../story/alert/without-secrets.ts'
import type { Incident } from '../../story/incident/incident.ts'
import { openSystems } from '../open-tools.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import { showTrail } from './show-trail.ts'
import { tryDiagnosis } from './try-diagnosis.ts'

/** What people told us, as far as it can be known here. */
export type Guidance = { settings: Settings; context: string; knowledge: KnowledgeSearch }

type Parts = { environment: Environment; guidance: Guidance; log: Log; print: (text: string) => void }

export async function diagnoseFile(file: string, { environment, guidance, log, print }: Parts): Promise<void> {
  const { settings, context, knowledge } = guidance
  const now = new Date()
  const redactor = createRedactor(() => secretsOf(environment, settings))
  const incident = readIncident(await readJson(file), { file, now, redactor })
  const fetch = createGuardedFetch()
  const { tools, actingCluster, close } = openSystems({
    environment,
    settings: { current: async () => settings },
    fetch,
    clock: { now: () => new Date() },
    log,
  })
  const door = new PluginDoor({
    catalogue: new Catalogue(BUILT_IN_PLUGINS),
    tools: { ...tools, knowledge },
    actingCluster,
    redactor,
    // The use of plugins is counted by the service, and this is none.
    stats: { record: async () => {}, read: async () => ({ usageCount: 0, averageSeconds: 0, successRate: 0 }) },
    disabledPlugins: async () => settings.DISABLED_PLUGINS,
  })
  try {
    print(showTrail(await tryDiagnosis({ incident, door, settings, context, knowledge, now })))
  } finally {
    await close()
    await fetch.close()
  }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${file} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.code}.`)
  })
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new StartRefused(`${file} is not JSON: ${(error as Error).message}.`)
  }
}

type Reading = { file: string; now: Date; redactor: Redactor }

/** Masked before anybody looks, as an alert is that comes to the service. */
function readIncident(body: unknown, { file, now, redactor }: Reading): Incident {
  if (isCase(body))
    throw new StartRefused(
      `${file} is a case with a world of its own, which the tests of the source tree simulate: npm run evaluate -- --verbose ${file}`,
    )
  const alert = maskAlert(readAlert(body, { senderIsAlertBot: false, via: 'api' }), redactor)
  const incident = unstoredIncident(alert, 'unstored', now)
  if (!incident) throw new StartRefused(`Nothing in ${file} fires, so there is nothing to diagnose.`)
  return incident
}

function isCase(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'alert' in body && 'world' in body
}
