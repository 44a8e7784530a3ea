import type { Static } from 'typebox'
import { Type } from './schema.ts'

export const WebLinks = Type.Object({
  metrics: Type.Optional(Type.String({ description: 'Where people open the page of the metrics server.' })),
  grafana: Type.Optional(Type.String({ description: 'Where people open Grafana.' })),
  metrics_source: Type.String({ description: 'The data source in Grafana that holds the metrics.' }),
  logs_source: Type.String({ description: 'The data source in Grafana that holds the logs.' }),
})
export type WebLinks = Static<typeof WebLinks>
