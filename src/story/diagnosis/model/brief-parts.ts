/** Parts of what a model is told: findings, environment, memory and policy. */
import { type EnvironmentMap, findService } from '../../../guidance/environment/environment-map.ts'
import type { ActionLedger } from '../../../guidance/policy/action-ledger.ts'
import { nameOfTargets } from '../../../guidance/policy/ask-policy.ts'
import { allowedReplicas } from '../../../guidance/policy/replica-change.ts'
import type { Settings } from '../../../guidance/settings/catalogue.ts'
import { type ConcernedContext, concernedContext } from '../../incident/concerned-context.ts'
import type { Incident } from '../../incident/incident.ts'
import type { SimilarIncident } from '../../incident/memory.ts'
import type { Analysis } from '../analyse.ts'
import type { Finding } from '../finding.ts'
import { cutToTokens, type OwnWords } from './shown.ts'

// The analysis' findings for the model: small, numbered, each with what proves it.

const TOKENS_MAX = 1_200
const FINDINGS_MAX = 8
const QUOTES_MAX = 3

/** Our sentences repeat what was seen, so what they repeat is looked at as well; the names in front of them are ours. */
export function describeFindings(
  { findings, diagnosis }: Analysis,
  own: OwnWords,
  findingsMax: number = FINDINGS_MAX,
): string {
  const { situation, confidence } = diagnosis
  const quoted = new Set<string>()
  const described = findings.slice(0, findingsMax).map((finding, at) => describeFinding(finding, at, { own, quoted }))
  const conclusion = `Conclusion of the analysis (${situation}, confidence ${confidence}): ${own.said(diagnosis.conclusion)}`
  return cutToTokens([conclusion, ...(described.length > 0 ? described : ['No findings.'])].join('\n'), TOKENS_MAX)
}

const FACTS_MAX = 20
const FACTS_TOKENS_MAX = 1_000

/** What stands out around the onset, one line each, with the call that shows it; empty where nothing does. */
export function describeFacts({ diagnosis }: Analysis, own: OwnWords): string {
  const facts = (diagnosis.facts ?? []).slice(0, FACTS_MAX)
  const lines = facts.map(({ lens, text, evidence: [proof] }) => `${proof?.call ?? '-'} ${lens}: ${own.quoted(text)}`)
  return cutToTokens(lines.join('\n'), FACTS_TOKENS_MAX)
}

/** Which calls prove something. */
export function citedCalls({ findings, diagnosis }: Analysis): ReadonlySet<string> {
  const proofs = [...findings, ...(diagnosis.facts ?? []).slice(0, FACTS_MAX)]
  return new Set(proofs.flatMap(({ evidence }) => evidence.map(({ call }) => call)))
}

/** Told apart from what it rests on: its targets come from listings, and our own names stand in it. */
export function describeSteps({ wanted }: Analysis): string {
  const steps = wanted.map(({ plugin, parameters }) => `${plugin} ${JSON.stringify(parameters)}`)
  return steps.length === 0
    ? 'The analysis would change nothing.'
    : `The analysis would propose: ${steps.join(', then ')}.`
}

/** `quoted` is what other findings quote already. */
type Telling = { own: OwnWords; quoted: Set<string> }

function describeFinding(finding: Finding, at: number, { own, quoted }: Telling): string {
  const { kind, weight, situation, confidence, statement, evidence, facts, actions, noActionReason } = finding
  const proofs = evidence.filter(({ call, quote }) => !quoted.has(`${call} ${quote}`)).slice(0, QUOTES_MAX)
  for (const { call, quote } of proofs) quoted.add(`${call} ${quote}`)
  return [
    `F${at + 1} ${kind} (${weight}, ${situation}, ${confidence}): ${own.said(statement)}`,
    ...proofs.map(({ call, quote }) => `  ${call}: ${own.quoted(quote)}`),
    ...facts.slice(0, QUOTES_MAX).map(({ text }) => `  also: ${own.said(text)}`),
    ...(actions.length === 0 && noActionReason !== undefined ? [`  no step: ${own.said(noActionReason)}`] : []),
  ].join('\n')
}

/** The part of what people told us about their environment that may concern this alert, for the model. */
export function relevantEnvironment(
  environment: EnvironmentMap,
  incident: Incident,
  { subject, diagnosis }: Pick<Analysis, 'subject' | 'diagnosis'>,
): Readonly<Record<string, unknown>> {
  const { cluster, middleware } = environment
  const concerned = concernedContext(incident, environment, diagnosis)
  const services = servicesAround(environment, concerned, subject.namespace)
  // Where nobody said which one it uses, any of them may be the one.
  const databases = concerned.databases.length > 0 ? concerned.databases : environment.databases
  const { alertDefinition, commonIssues } = concerned
  return {
    ...(cluster !== undefined && { cluster }),
    ...(services.length > 0 && { services }),
    ...(databases.length > 0 && { databases }),
    ...(middleware.length > 0 && { middleware }),
    ...(alertDefinition && { alert_definition: alertDefinition }),
    ...(commonIssues.length > 0 && { common_issues: commonIssues }),
  }
}

/** The service itself, what it needs, and who needs it; where nobody told us of it, those that live beside it. */
function servicesAround(
  environment: EnvironmentMap,
  { service, dependsOn, dependedOnBy }: ConcernedContext,
  namespace: string | undefined,
) {
  if (!service) return environment.services.filter((one) => one.namespace === namespace)
  const around = [...dependsOn, ...dependedOnBy].flatMap((name) => findService(environment, name) ?? [])
  return [...new Set([service, ...around])]
}

// Similar incidents of the past for the model: where to look first, and what came of it. Never more than a hint.

const CONCLUSION_CHARACTERS_MAX = 500

export function describeMemory(similar: readonly SimilarIncident[]): string {
  return cutToTokens(similar.map(describeOne).join('\n\n'), TOKENS_MAX)
}

function describeOne({ id, title, why, closedAt, conclusion, situation, proof, outcome }: SimilarIncident): string {
  return [
    `${id}, closed ${closedAt.toISOString()} (${why}):`,
    `  title: ${title}`,
    // On lines of their own: where one repeats what gives orders, the rest is still shown.
    `  found${situation === undefined ? '' : ` (${situation})`}: ${shorten(conclusion) || 'nothing'}`,
    ...proof.map(({ plugin, quote }) => `  seen in ${plugin}: ${quote}`),
    `  outcome: ${outcome}`,
  ].join('\n')
}

/** Apart from the rest: the steps are of our own records, and our own names stand in them. */
export function describePastPlans(similar: readonly SimilarIncident[]): string {
  const lines = similar
    .filter(({ plan }) => plan.length > 0)
    .map(({ id, plan, worked }) => `${id}: ${plan.join(', then ')}. ${WORKED[String(worked) as keyof typeof WORKED]}`)
  return cutToTokens(lines.join('\n'), TOKENS_MAX / 2)
}

const WORKED = {
  true: 'It was carried out and verified: it worked.',
  false: 'It was carried out and did not help.',
  null: 'It was not carried out, or nobody could see whether it helped.',
} as const

function shorten(text: string): string {
  return text.length <= CONCLUSION_CHARACTERS_MAX ? text : `${text.slice(0, CONCLUSION_CHARACTERS_MAX)} …`
}

/** What policy allows for the targets of this alert, said before anything is proposed: a limit nobody knew is no fault of a plan. */
export type LedgerToRead = Pick<ActionLedger, 'actionsInLastHour' | 'replicasAtHourStart'>

const DEPLOYMENTS_SHOWN = 8

export async function describePolicy(settings: Settings, ledger: LedgerToRead, analysis: Analysis): Promise<string> {
  if (!settings.REMEDIATION_ENABLED)
    return 'Policy: nothing may be changed now (REMEDIATION_ENABLED is false). Say in suggested_actions what a person could do.'
  const left = settings.HOURLY_QUOTA - (await ledger.actionsInLastHour())
  if (!(left > 0)) return 'Policy: the actions of this hour are used up (HOURLY_QUOTA); a step would be refused.'
  const namespaces = settings.ALLOWED_NAMESPACES.join(', ') || 'none'
  return [
    `Policy: pods and deployments may be changed in these namespaces only: ${namespaces}. ${left} actions are left in this hour.`,
    ...(await countsAllowed(settings, ledger, analysis)),
  ].join('\n')
}

async function countsAllowed(settings: Settings, ledger: LedgerToRead, { scene }: Analysis): Promise<string[]> {
  const { cluster } = scene
  const concerned = (cluster?.deployments ?? []).filter(({ namespace }) =>
    settings.ALLOWED_NAMESPACES.includes(namespace),
  )
  const isTarget = ({ namespace, name }: { namespace: string; name: string }) =>
    cluster?.target.workloads.some((one) => one.namespace === namespace && one.name === name)
  const targetsFirst = concerned.toSorted((one, other) => Number(isTarget(other)) - Number(isTarget(one)))
  return Promise.all(targetsFirst.slice(0, DEPLOYMENTS_SHOWN).map((one) => countAllowed(one, settings, ledger)))
}

type Deployment = NonNullable<Analysis['scene']['cluster']>['deployments'][number]

async function countAllowed(
  { namespace, name, replicas }: Deployment,
  { MAX_REPLICA_CHANGE }: Settings,
  ledger: LedgerToRead,
): Promise<string> {
  const target = nameOfTargets([{ system: 'kubernetes', kind: 'Deployment', namespace, name }])
  const allowed = allowedReplicas({ from: replicas }, await ledger.replicasAtHourStart(target), MAX_REPLICA_CHANGE)
  const counts = allowed ? `${allowed.least} to ${allowed.most}` : 'no other count'
  return `- ${namespace}/${name} has ${replicas} replicas; may be set to: ${replicas === 0 ? 'the last count seen, else 1' : counts}`
}
