import type { FastifyInstance } from 'fastify'
import type { Catalogue } from '../../../plugins/catalogue.ts'
import type { Plugin } from '../../../plugins/plugin.ts'
import type { Traits } from '../../../plugins/plugin-ledger.ts'
import type { PluginStats } from '../../../plugins/plugin-stats.ts'
import type { PluginDoor } from '../../../plugins/run-plugin.ts'
import { Problem } from '../../../problem.ts'
import { wellFormed } from '../../../story/alert/stored-text.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import {
  KnownNames,
  PluginAgreement,
  PluginDetail,
  type PluginItem,
  PluginList,
  PluginRun,
  PluginRunRequest,
} from '../contract/plugin.ts'
import { Type } from '../contract/schema.ts'
import { answer } from '../envelope.ts'

/** No plugin may take longer; whoever waits at the other end has given up by then. */
export const RUN_MS_MAX = 320_000

export type PluginParts = {
  catalogue: Catalogue
  door: PluginDoor
  recordRun(run: { by: string; plugin: string; parameters: Record<string, unknown>; success: boolean }): Promise<void>
  stats: PluginStats
  disabledPlugins: () => Promise<readonly string[]>
  knownNames: () => Promise<Readonly<Record<string, string[]>>>
  customPlugins: { agree(name: string, by: string): Promise<Traits | undefined> }
}

export function addPluginRoutes(
  app: FastifyInstance,
  { catalogue, stats, disabledPlugins, door, recordRun, knownNames, customPlugins }: PluginParts,
): void {
  const show = (plugin: Plugin, disabled: readonly string[]): PluginItem => ({
    ...describe(plugin),
    origin: catalogue.isBuiltIn(plugin.name) ? 'built-in' : 'custom',
    enabled: !disabled.includes(plugin.name),
  })
  app.get(
    '/api/plugins',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Plugins'],
        operationId: 'listPlugins',
        summary: 'All plugins, built-in and custom',
        response: { 200: Envelope(PluginList) },
      },
    },
    async () => {
      const disabled = await disabledPlugins()
      const plugins = catalogue.all().map((plugin) => show(plugin, disabled))
      const count = (category: string) => plugins.filter((plugin) => plugin.category === category).length
      return answer({
        plugins,
        total: plugins.length,
        diagnostic: count('diagnostic'),
        remediation: count('remediation'),
      })
    },
  )
  app.get(
    '/api/known-names',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Plugins'],
        operationId: 'listKnownNames',
        summary: 'Names to offer where the parameter of a plugin is typed: namespaces, databases, deployments',
        response: { 200: Envelope(KnownNames) },
      },
    },
    async () => answer({ names: await knownNames() }),
  )
  app.get(
    '/api/plugins/:name',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Plugins'],
        operationId: 'getPlugin',
        summary: 'One plugin and how it was used, over all instances',
        params: Type.Object({ name: Type.String() }),
        response: { 200: Envelope(PluginDetail), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const plugin = catalogue.find((request.params as { name: string }).name)
      if (!plugin) throw new Problem('NOT_FOUND', 'There is no such plugin.')
      const { usageCount, averageSeconds, successRate } = await stats.read(plugin.name)
      const use = { usage_count: usageCount, avg_duration: averageSeconds, success_rate: successRate }
      return answer({ ...show(plugin, await disabledPlugins()), ...use })
    },
  )
  app.post(
    '/api/plugins/:name/run',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Plugins'],
        operationId: 'runPlugin',
        summary: 'Run a diagnostic plugin by hand; it is counted and on the audit trail',
        params: Type.Object({ name: Type.String() }),
        body: PluginRunRequest,
        response: { 200: Envelope(PluginRun), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const { name } = request.params as { name: string }
      const plugin = catalogue.find(name)
      if (!plugin) throw new Problem('NOT_FOUND', 'There is no such plugin.')
      if (plugin.category !== 'diagnostic')
        throw new Problem('CONFLICT', 'A remediation runs only as part of a plan that a person has confirmed.')
      const { parameters = {} } = request.body as { parameters?: Record<string, unknown> }
      const call = await door.diagnose({ plugin: name, parameters }, AbortSignal.timeout(RUN_MS_MAX))
      await recordRun({
        by: request.caller.name,
        plugin: name,
        parameters: call.parameters,
        success: call.result.success,
      })
      return answer({
        plugin: name,
        parameters: call.parameters,
        result: call.result,
        duration_ms: Math.round(call.seconds * 1000),
      })
    },
  )
  app.post(
    '/api/plugins/:name/agree',
    {
      config: { need: 'admin' },
      schema: {
        tags: ['Plugins'],
        operationId: 'agreeToPlugin',
        summary: 'Agree to what a plugin of your own says of itself now: its category, risk or hosts have changed',
        params: Type.Object({ name: Type.String() }),
        response: { 200: Envelope(PluginAgreement), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      // What no store can hold is nobody's name.
      const name = wellFormed((request.params as { name: string }).name)
      const agreed = await customPlugins.agree(name, request.caller.name)
      if (!agreed) throw new Problem('NOT_FOUND', 'No plugin of this name waits for an admin.')
      return answer({ name, ...agreed, hosts: [...agreed.hosts] })
    },
  )
}

function describe(plugin: Plugin): Pick<PluginItem, 'name' | 'description' | 'category' | 'parameters' | 'words'> {
  const { name, description, category, parameters } = plugin
  return { name, description, category, parameters, ...(category === 'remediation' && { words: plugin.words }) }
}
