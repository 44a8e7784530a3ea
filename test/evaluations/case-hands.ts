/** The world of a case with the real tools, the real plugins and the one door on it. */
import { openSystems } from '../../src/edges/open-tools.ts'
import { createGuardedFetch } from '../../src/edges/outbound/guarded-fetch.ts'
import type { KnowledgeSearch } from '../../src/guidance/knowledge/knowledge-search.ts'
import type { Settings } from '../../src/guidance/settings/catalogue.ts'
import { planChange } from '../../src/guidance/settings/plan-change.ts'
import { resolveSettings, type StoredSetting } from '../../src/guidance/settings/resolve-settings.ts'
import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'
import type { PluginDoor } from '../../src/plugins/run-plugin.ts'
import type { CaseFile } from '../world/case/case-file.ts'
import { openCaseWorld } from '../world/case/load-case.ts'
import { loadShadowCatalogue } from '../world/case/shadow-catalogue.ts'
import { openDoor } from '../world/hands.ts'
import { QUIET } from '../world/targets.ts'
import { createCaseKnowledge } from './case-knowledge.ts'
import { createCaseShell } from './case-shell.ts'
import { createRecordedDoor } from './recorded-door.ts'

export type CaseHands = {
  door: Pick<PluginDoor, 'diagnose' | 'intend'>
  settings: Settings
  knowledge?: KnowledgeSearch
  close(): Promise<void>
}

type Given = { file: CaseFile; now: Date; adminUrl: () => Promise<string> }

export async function openCaseHands({ file, now, adminUrl }: Given): Promise<CaseHands> {
  const { recorded, config = {} } = file.world
  if (recorded) return { door: createRecordedDoor(recorded), settings: settingsOf(config), close: async () => {} }
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.reverse()) await step()
  }
  try {
    const world = await openCaseWorld(file, { now })
    closing.push(world.close)
    const shadow = world.postgres && (await loadShadowCatalogue(await adminUrl(), world.postgres, now))
    if (shadow) closing.push(shadow.drop)
    const settings = settingsOf(world.config)
    const fetch = createGuardedFetch()
    closing.push(() => fetch.close())
    const {
      tools,
      actingCluster,
      close: closeTools,
    } = openSystems({
      environment: {
        ...world.environment,
        ...(shadow && { TARGET_DATABASES: `${world.postgres?.database}=${shadow.url}` }),
      },
      settings: { current: async () => settings },
      fetch,
      clock: { now: () => new Date() },
      log: QUIET,
    })
    closing.push(closeTools)
    const shell = createCaseShell(file.world.shell)
    const knowledge = createCaseKnowledge(file.world.runbooks)
    const { door } = openDoor({
      plugins: BUILT_IN_PLUGINS,
      tools: { ...tools, shell, knowledge },
      actingCluster,
      disabled: settings.DISABLED_PLUGINS,
    })
    return { door, settings, knowledge, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** In force as after `PUT /api/config`. */
function settingsOf(config: Readonly<Record<string, unknown>>): Settings {
  const { writes } = planChange(config, {}, new Map())
  const stored = [...writes].flatMap(([key, write]): [string, StoredSetting][] =>
    write === null ? [] : [[key, { ...write, updatedAt: new Date(0), updatedBy: 'case' }]],
  )
  return resolveSettings({}, new Map(stored)).values
}
