/** The databases we look after, as a test sees them: a real server reached through the real edge, and the tools of a plugin over it. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { openTargetDatabases } from '../../src/edges/database/target-databases.ts'
import { readTargetList } from '../../src/edges/database/target-list.ts'
import type { ActingTools, PluginResult } from '../../src/plugins/plugin.ts'
import type { TargetDatabases } from '../../src/ports/database.ts'
import { closeLast } from './closing.ts'

export const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** `list` as in TARGET_DATABASES. */
export function openTargets(t: TestContext, list: string): TargetDatabases {
  const databases = openTargetDatabases({ targets: readTargetList(list).targets, log: QUIET })
  closeLast(t, () => databases.close())
  return databases
}

/** What a database plugin is handed. It asks for nothing but databases and the signal, so nothing else is there. */
export function toolsOver(databases: TargetDatabases, signal: AbortSignal = new AbortController().signal): ActingTools {
  return { databases, signal, now: () => new Date() } as ActingTools
}

/** The data and the sentence of a plugin that succeeded. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape and assert what they find.
export async function dataOf(run: Promise<PluginResult>): Promise<any> {
  const { success, data, message, error } = await run
  assert.equal(success, true, error)
  return { ...(data as object), message }
}
