/** One case through the whole service: its alert is posted, and what the service made of it is read from the API. */
import { setTimeout as delay } from 'node:timers/promises'
import type { PluginResult } from '../../src/plugins/plugin.ts'
import type { EvidenceReference } from '../../src/story/incident/diagnosis.ts'
import { readCase } from '../world/case/read-case.ts'
import type { Json } from '../world/kubernetes/kube-object.ts'
import { type CaseService, openCaseService } from './case-service.ts'
import { expectationOf } from './expectation.ts'
import { type JudgedCase, judgeSilence } from './judged-case.ts'
import type { ModelChoice } from './models.ts'
import { missingQuotes, tooManyCalls } from './proof.ts'
import { type RunOutcome, score } from './score.ts'
import { isTargetNamed } from './target.ts'

/** The part of an incident that is looked at here. */
type ShownIncident = {
  status: string
  diagnosis: {
    conclusion: string
    confidence: number
    key_findings: string[]
    source: string
    model_failure?: string
    evidence: EvidenceReference[]
  } | null
  proposal: { actions: RunOutcome['actions'] } | null
  events: {
    type: string
    data: {
      call: string
      tool: string
      by: string
      result: PluginResult
      plugin: string
      sentence: string
    }
  }[]
  usage: { turns: number; input_tokens: number; output_tokens: number }
}

/** Without an incident where the alert opens none. */
export type ServedCase = JudgedCase & { incident?: ShownIncident }

const ENDINGS = ['awaiting_approval', 'escalated', 'resolved']

export async function serveCase(
  path: string,
  { open, withinSeconds }: ModelChoice,
  adminUrl: () => Promise<string>,
): Promise<ServedCase> {
  const now = new Date()
  const file = await readCase(path, now)
  const model = await open()
  try {
    const service = await openCaseService({ file, now, adminUrl, config: model.config })
    try {
      const began = performance.now()
      const { incident_id } = await service.ask('POST', '/api/alert', file.alert)
      if (incident_id === '') return judgeSilence(file)
      const incident = await diagnosed(service, String(incident_id), withinSeconds)
      const seconds = (performance.now() - began) / 1000
      const faults = [
        ...faultsOf(incident),
        ...(await service.changes()).map((one) => `done before anybody confirmed: ${one}`),
      ]
      return judged({ id: file.id, expect: file.expect, incident, faults, seconds })
    } finally {
      await service.close()
    }
  } finally {
    await model.close()
  }
}

async function diagnosed(service: CaseService, id: string, withinSeconds: number): Promise<ShownIncident> {
  const deadline = performance.now() + withinSeconds * 1000
  for (;;) {
    const incident = (await service.ask('GET', `/api/incidents/${id}`)) as unknown as ShownIncident
    if (ENDINGS.includes(incident.status)) return incident
    if (performance.now() > deadline) throw new Error(`It was still ${incident.status} after ${withinSeconds} s.`)
    await delay(50)
  }
}

type Ended = { id: string; expect: Json; incident: ShownIncident; faults: readonly string[]; seconds: number }

function judged({ id, expect, incident, faults, seconds }: Ended): ServedCase {
  const { usage, diagnosis, status } = incident
  const { turns, input_tokens, output_tokens } = usage
  return {
    id,
    incident,
    score: score(outcomeOf(incident), expectationOf(expect)),
    isTargetNamed: isTargetNamed(diagnosis?.conclusion ?? '', expectationOf(expect)),
    faults,
    asides: asidesOf(incident),
    figures: { calls: callsOf(incident).length, turns, tokens: input_tokens + output_tokens },
    seconds,
    ending: `${status} by ${diagnosis?.source ?? 'nobody'}`,
  }
}

function outcomeOf(incident: ShownIncident): RunOutcome {
  const { diagnosis, proposal } = incident
  return {
    conclusion: diagnosis?.conclusion ?? '',
    keyFindings: diagnosis?.key_findings ?? [],
    confidence: diagnosis?.confidence ?? 0,
    called: callsOf(incident).map(({ tool }) => tool),
    actions: proposal?.actions ?? [],
  }
}

function callsOf({ events }: ShownIncident): { tool: string; id: string; result: PluginResult }[] {
  const calls = events.filter(({ type }) => type === 'tool_call')
  return calls.map(({ data: { tool, call: id, result } }) => ({ tool, id, result }))
}

/** A diagnosis is owed whatever the model does, and every quote in it must be found on the timeline. */
function faultsOf(incident: ShownIncident): string[] {
  if (!incident.diagnosis) return ['the incident has no diagnosis']
  const calls = callsOf(incident)
  const byAnalysis = incident.events.filter(({ type, data }) => type === 'tool_call' && data.by === 'analysis')
  return [...missingQuotes(incident.diagnosis.evidence, calls), ...tooManyCalls(byAnalysis.length)]
}

function asidesOf({ events, diagnosis }: ShownIncident): string[] {
  const failure = diagnosis?.model_failure
  return [
    ...events.flatMap(({ type, data }) =>
      type === 'policy_refused' ? [`not proposed: ${data.plugin}: ${data.sentence}`] : [],
    ),
    ...(failure ? [`model: ${failure}`] : []),
  ]
}
