/** An incident as a case file tells it: the alert, everything the plugins could see, and what a good run shows. */
import type { GivenObject, Json } from '../kubernetes/kube-object.ts'
import type { GivenStream } from '../loki-simulator.ts'
import type { GivenSeries } from '../prometheus-simulator.ts'
import type { GivenIssue } from '../sentry-simulator.ts'

export type CasePodLog = { namespace: string; pod: string; container: string; previous: boolean; lines: string[] }

export type CasePostgres = {
  version: string
  database: string
  settings?: Record<string, string>
  /** Rows per view; a view that is absent is empty. */
  views?: Record<string, Record<string, unknown>[]>
  blocking?: { pid: number; pg_blocking_pids: number[] }[]
  reproduce?: Json
}

/** What the plugins answered when the incident was diagnosed; the world itself is not known. */
export type CaseRecord = {
  calls: { plugin: string; parameters: unknown; result: unknown }[]
  intentions: { plugin: string; parameters: unknown; intention: unknown }[]
}

export type CaseWorld = {
  now: string
  config?: Record<string, unknown>
  environment_context?: Record<string, unknown>
  kubernetes?: { items: GivenObject[] }
  pod_logs?: CasePodLog[]
  pod_metrics?: { items: Json[] }
  metrics?: { series: GivenSeries[] }
  logs?: { streams: GivenStream[] }
  errors?: GivenIssue[]
  postgres?: CasePostgres
  shell?: { match: string; stdout: string; exit_code: number }[]
  runbooks?: Json[]
  /** Only in cases that were exported; nothing but this is asked then. */
  recorded?: CaseRecord
}

export type CaseFile = {
  id: string
  title: string
  difficulty: string
  tags: string[]
  alert: Json
  world: CaseWorld
  expect: Json
}
