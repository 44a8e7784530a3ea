import type { Static } from 'typebox'
import { PluginRun } from './plugin.ts'
import { Type } from './schema.ts'

export const HandCallRequest = Type.Object({
  plugin: Type.String({ minLength: 1, maxLength: 200, description: 'A diagnostic plugin.' }),
  parameters: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'By the schema of the plugin.' }),
  ),
})

export const HandCallKept = Type.Object({
  incident_id: Type.String(),
  call: Type.String({ description: 'Its number on the timeline, from C1001 on.' }),
  ...PluginRun.properties,
})
export type HandCallKept = Static<typeof HandCallKept>
