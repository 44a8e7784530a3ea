import type { Static } from 'typebox'
import { Type } from './schema.ts'

const plugin = {
  name: Type.String(),
  description: Type.String(),
  category: Type.Enum(['diagnostic', 'remediation'], {
    description: 'Diagnostic plugins only read; remediation plugins change systems.',
  }),
  parameters: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of type object.' }),
  words: Type.Optional(
    Type.String({
      description:
        'Of a remediation: what an action of it does, told with its parameters in braces; a part in square brackets is left out where what it names is not given.',
    }),
  ),
  origin: Type.Enum(['built-in', 'custom']),
  enabled: Type.Boolean({ description: 'False where DISABLED_PLUGINS takes it out of use.' }),
}

export const PluginItem = Type.Object(plugin)
export type PluginItem = Static<typeof PluginItem>

export const PluginList = Type.Object({
  plugins: Type.Array(PluginItem),
  total: Type.Integer(),
  diagnostic: Type.Integer(),
  remediation: Type.Integer(),
})
export type PluginList = Static<typeof PluginList>

export const KnownNames = Type.Object({
  names: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'By the name of the parameter; others are taken all the same.',
  }),
})
export type KnownNames = Static<typeof KnownNames>

export const PluginDetail = Type.Object({
  ...plugin,
  usage_count: Type.Integer({ description: 'Calls that were carried out, over all instances; a dry run is none.' }),
  avg_duration: Type.Number({ description: 'Seconds; 0 before the first use.' }),
  success_rate: Type.Number({ minimum: 0, maximum: 1, description: '0 before the first use.' }),
})
export type PluginDetail = Static<typeof PluginDetail>

export const PluginAgreement = Type.Object({
  name: Type.String(),
  category: Type.String(),
  risk: Type.Union([Type.String(), Type.Null()], { description: 'Null for a diagnostic plugin.' }),
  hosts: Type.Array(Type.String(), { description: 'What it may reach over the network.' }),
})

export const PluginRunRequest = Type.Object({
  parameters: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'By the schema of the plugin.' }),
  ),
})

export const PluginRun = Type.Object({
  plugin: Type.String(),
  parameters: Type.Object({}, { additionalProperties: true }),
  result: Type.Object(
    { success: Type.Boolean(), message: Type.Optional(Type.String()), error: Type.Optional(Type.String()) },
    {
      additionalProperties: true,
      description: 'A failure of the plugin is an answer: success is false and error says why.',
    },
  ),
  duration_ms: Type.Integer({ description: 'Milliseconds.' }),
})
export type PluginRun = Static<typeof PluginRun>
