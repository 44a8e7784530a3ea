/** The whole service on the world of a case, with stores of its own, spoken to over HTTP. */
import { randomBytes } from 'node:crypto'
import { createLog } from '../../src/edges/telemetry/log.ts'
import { startService } from '../../src/service.ts'
import type { CaseFile } from '../world/case/case-file.ts'
import { openCaseWorld } from '../world/case/load-case.ts'
import { loadShadowCatalogue } from '../world/case/shadow-catalogue.ts'
import { eventually } from '../world/eventually.ts'
import type { Json } from '../world/kubernetes/kube-object.ts'
import { runSql } from '../world/sql.ts'
import { adoptCopy, templateDatabase } from '../world/template-database.ts'

export type CaseService = {
  databaseUrl: string
  /** The data of the answer; throws where it is refused. */
  ask(method: string, path: string, body?: unknown): Promise<Json>
  /** Everything that was done to the world so far, in words. */
  changes(): Promise<string[]>
  close(): Promise<void>
}

type Given = { file: CaseFile; now: Date; adminUrl: () => Promise<string>; config: Readonly<Record<string, unknown>> }

export async function openCaseService({ file, now, adminUrl, config }: Given): Promise<CaseService> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.reverse()) await step()
  }
  try {
    const store = await createStore(await adminUrl())
    closing.push(store.drop)
    const world = await openCaseWorld(file, { now })
    closing.push(world.close)
    const shadow = world.postgres && (await loadShadowCatalogue(await adminUrl(), world.postgres))
    if (shadow) closing.push(shadow.drop)
    const service = await startService({
      environment: {
        // To load the house twice for every case would take longer than the cases.
        ONE_THREAD: 'true',
        ...{
          DATABASE_URL: store.url,
          REDIS_URL: 'embedded:',
          PORT: '0',
          GATHER_SECONDS: '0',
          PLUGINS_DIR: '/nonexistent',
        },
        ...world.environment,
        ...(shadow && { TARGET_DATABASES: `${world.postgres?.database}=${shadow.url}` }),
        // The case brings its own alert; what our watch would make of the shadow is another story.
        ENABLE_SQL_DB: 'false',
      },
      log: createLog({ level: 'fatal', redact: (text) => text, destination: { write: () => {} } }),
    })
    closing.push(service.stop)
    await service.ready
    const ask = (method: string, path: string, body?: unknown) => askService(service.address + path, method, body)
    await ask('PUT', '/api/config', { ...world.config, ...config })
    if (world.environmentContext) await ask('PUT', '/api/environment-context', world.environmentContext)
    for (const runbook of file.world.runbooks ?? []) await ask('POST', '/api/knowledge', runbook)
    const changes = async () => [
      ...world.recorder.effects.filter(({ isDryRun }) => !isDryRun).map((one) => `${one.verb} ${one.kind} ${one.name}`),
      ...((await shadow?.effects()) ?? []).map((effect) => JSON.stringify(effect)),
    ]
    return { databaseUrl: store.url, ask, changes, close }
  } catch (error) {
    await close()
    throw error
  }
}

const TRY_AGAIN = 503

async function createStore(adminUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `evaluate_${randomBytes(6).toString('hex')}`
  const { database } = await templateDatabase(adminUrl)
  await runSql(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${database} STRATEGY file_copy`)
  const url = Object.assign(new URL(adminUrl), { pathname: name }).href
  await adoptCopy(url)
  return { url, drop: async () => void (await runSql(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)) }
}

async function askService(url: string, method: string, body: unknown): Promise<Json> {
  // On a machine that is busy beyond measure the service may ask to come back, as any client is asked to.
  const answer = await eventually(`${method} ${url} is answered`, async () => {
    const given = await fetch(url, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return given.status === TRY_AGAIN ? void (await given.text()) : given
  })
  const { data, error } = (await answer.json()) as Json
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname} was refused: ${JSON.stringify(error)}`)
  return data as Json
}
