/** What a later diagnosis of the same should show, drafted from what was found and what was verified. A person reads it. */
import type { Diagnosis } from '../../../story/incident/diagnosis.ts'
import type { WholeIncident } from '../../../story/incident/incident.ts'
import type { PlannedAction } from '../../../story/incident/proposal.ts'

const NAMES_MAX = 3

export function draftExpectation(incident: WholeIncident) {
  const { diagnosis } = incident
  return {
    root_cause_keywords: diagnosis ? namesIn(diagnosis, incident).map((name) => [name.toLowerCase()]) : [],
    must_call: diagnosis ? pluginsOf(diagnosis) : [],
    ...whatToDo(incident),
  }
}

/** The objects that were found faulty, and those the alert names, as far as the diagnosis speaks of them. */
function namesIn({ faults, conclusion, keyFindings }: Diagnosis, { members }: WholeIncident): string[] {
  const said = [conclusion, ...keyFindings.map(({ text }) => text)].join(' ').toLowerCase()
  const faulty = faults.map(({ object }) => object.replace(/^\S+ /, '').replace(/^[^/]+\//, ''))
  const labelled = members.flatMap(({ labels }) => NAMING_LABELS.flatMap((label) => labels[label] ?? []))
  const names = [...new Set([...faulty, ...labelled])].filter(
    (name) => name !== '' && said.includes(name.toLowerCase()),
  )
  return names.slice(0, NAMES_MAX)
}

const NAMING_LABELS = [
  'pod',
  'deployment',
  'statefulset',
  'service',
  'node',
  'datname',
  'relname',
  'persistentvolumeclaim',
]

/** Those whose answers prove the first finding: without them it would be a guess. */
function pluginsOf({ keyFindings: [first] }: Diagnosis): string[] {
  return [...new Set(first?.evidence.map(({ plugin }) => plugin) ?? [])]
}

/** Only a verified plan is known to be right, and only one that made things worse is known to be dangerous. */
function whatToDo({ proposal, execution }: WholeIncident) {
  const [first, ...others] = proposal?.purpose === 'remedy' ? proposal.actions : []
  if (!first) return { remediation: null }
  const outcome = execution?.verification?.outcome
  const calls = [first, ...others].map(callOf)
  if (outcome === 'resolved') return { remediation: callOf(first), tolerated: others.map(callOf) }
  if (outcome === 'worse') return { remediation: null, forbidden: calls }
  return { remediation: null, ...(outcome !== 'no_effect' && { tolerated: calls }) }
}

function callOf({ plugin, parameters }: PlannedAction) {
  return { plugin, parameters_contains: parameters }
}
