/** An incident on one screen of a terminal. */
import type { components } from '../../client/client.ts'

type Incident = components['schemas']['IncidentDetail']
type Proposal = components['schemas']['Proposal']

export function shownIncident(incident: Incident): string {
  const { id, title, status, severity, created_at, resolution, assignee } = incident
  const parts = [
    `${id}  ${severity}  ${status}  since ${created_at}`,
    title,
    ...(assignee ? [`In hand of ${assignee.name}${assignee.acknowledged ? '' : `, as ${assignee.by} said`}`] : []),
    ...diagnosisText(incident.diagnosis),
    ...(incident.proposal ? ['', planText(incident.proposal)] : []),
    ...refusedText(incident.events),
    ...(incident.confirm_by === undefined ? [] : [`  waits for a decision until ${incident.confirm_by}`]),
    ...outcomeText(incident.execution_result),
    ...(resolution === undefined ? [] : ['', `Resolved: ${resolution}`]),
  ]
  return parts.map(printable).join('\n')
}

/** What came from outside may not speak to the terminal. */
export function printable(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal.
  return line.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
}

function diagnosisText(diagnosis: Incident['diagnosis']): string[] {
  if (!diagnosis) return ['', 'Not diagnosed yet.']
  const { conclusion, confidence, key_findings, suggested_actions, no_action_reason, not_seen } = diagnosis
  return [
    '',
    `${conclusion} (${Math.round(confidence * 100)} % sure)`,
    ...key_findings.map((finding) => `  - ${finding}`),
    ...(not_seen.length > 0 ? ['Could not be looked at:', ...not_seen.map((one) => `  - ${one}`)] : []),
    ...(suggested_actions.length > 0 ? ['A person could:', ...suggested_actions.map((one) => `  - ${one}`)] : []),
    ...(no_action_reason === undefined ? [] : [no_action_reason]),
  ]
}

export function planText({ actions, risk_level, rollback_plan, digest }: Proposal): string {
  const lines = actions.flatMap(({ plugin, parameters, why, changes }) => [
    `  ${plugin} ${JSON.stringify(parameters)}`,
    `    ${why}`,
    ...changes.map(({ field, from, to }) => `    ${field}: ${from} -> ${to}`),
  ])
  return [`Plan (risk ${risk_level}):`, ...lines, `  Way back: ${rollback_plan}`, `  digest ${digest}`].join('\n')
}

/** What was wanted since the last look and is no plan, with who refused it and why. */
function refusedText(events: Incident['events']): string[] {
  const began = events.findLastIndex(({ type }) => type === 'diagnosis_started')
  const refused = events.slice(began + 1).flatMap((event) => (event.type === 'policy_refused' ? [event.data] : []))
  if (refused.length === 0) return []
  const lines = refused.flatMap(({ plugin, parameters, reason, sentence }) => [
    `  ${plugin} ${JSON.stringify(parameters)}`,
    `    ${reason === 'gate' ? 'its gate' : 'policy'}: ${sentence}`,
  ])
  return ['', 'Refused:', ...lines]
}

function outcomeText(result: Incident['execution_result']): string[] {
  if (!result) return []
  const { success, output, verification } = result
  return [
    '',
    `${success ? 'Carried out' : 'Not carried out'}: ${output}`,
    ...(verification ? [verification.sentence] : []),
  ]
}
