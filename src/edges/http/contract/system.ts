import type { Static } from 'typebox'
import { Type } from './schema.ts'

export const Health = Type.Object({
  status: Type.Enum(['healthy', 'degraded', 'unhealthy'], {
    description:
      'degraded: the cache store is away. unhealthy: no alert could be stored, because the relational store is away or cannot be written to, or because the service is starting or stopping. GET /api/status says which.',
  }),
  version: Type.String(),
  uptime: Type.Integer({ description: 'Seconds.' }),
})
export type Health = Static<typeof Health>

export const Status = Type.Object({
  status: Type.Enum(['running', 'draining']),
  version: Type.String(),
  uptime: Type.Integer({ description: 'Seconds.' }),
  active_incidents: Type.Integer({ description: 'Incidents that are not closed.' }),
  pending_approvals: Type.Integer({ description: 'Incidents that wait for a decision.' }),
  plugins_loaded: Type.Integer(),
  llm_status: Type.Enum(['connected', 'disconnected', 'not_configured']),
  database_status: Type.Enum(['connected', 'disconnected']),
  database_writable: Type.Boolean({
    description: 'False while alerts cannot be stored; with database_status connected the store can still be read.',
  }),
  redis_status: Type.Enum(['connected', 'disconnected', 'embedded']),
  chat_status: Type.Enum(['connected', 'disconnected', 'not_configured']),
  cluster_status: Type.Enum(['connected', 'disconnected', 'not_configured'], {
    description: 'Whether the Kubernetes cluster answers the account that looks; asked at most once a minute.',
  }),
  target_databases: Type.Integer({ description: 'How many databases to look after TARGET_DATABASES names.' }),
  sandbox: Type.Enum(['on', 'off'], {
    description: 'Whether shell commands and custom plugins are fenced by bubblewrap.',
  }),
  audit_head: Type.Union(
    [
      Type.Object({
        seq: Type.String({ description: 'Number of the last entry of the audit trail.' }),
        hash: Type.String({ description: 'Its hash, which covers all entries before it: keep it elsewhere.' }),
        is_intact: Type.Boolean({ description: 'Whether the whole chain held when it was checked last.' }),
      }),
      Type.Null(),
    ],
    { description: 'Null while the relational store is away.' },
  ),
  warnings: Type.Array(Type.String(), { description: 'What an operator should mend.' }),
})
export type Status = Static<typeof Status>
