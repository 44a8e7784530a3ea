import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Catalogue } from '../../../plugins/catalogue.ts'
import type { Plugin } from '../../../plugins/plugin.ts'
import type { PluginStats } from '../../../plugins/plugin-stats.ts'
import { Problem } from '../../../problem.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { PluginDetail, type PluginItem, PluginList } from '../contract/plugin.ts'
import { answer } from '../envelope.ts'

export type PluginParts = {
  catalogue: Catalogue
  stats: PluginStats
  disabledPlugins: () => Promise<readonly string[]>
}

export function addPluginRoutes(app: FastifyInstance, { catalogue, stats, disabledPlugins }: PluginParts): void {
  const show = ({ name, description, category, parameters }: Plugin, disabled: readonly string[]): PluginItem => ({
    name,
    description,
    category,
    parameters,
    origin: catalogue.isBuiltIn(name) ? 'built-in' : 'custom',
    enabled: !disabled.includes(name),
  })
  app.get(
    '/api/plugins',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Plugins'],
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
    '/api/plugins/:name',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Plugins'],
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
}
