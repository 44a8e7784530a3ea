/** The part of a report on what was found out, proposed and done. */

import { readMarkedText } from '../../../words/marked-text.ts'
import { readQuote } from '../../../words/read-quote.ts'
import type { Diagnosis, KeyFinding, OtherView } from '../diagnosis.ts'
import type { ActionReport, ExecutionResult } from '../execution.ts'
import type { WholeIncident } from '../incident.ts'
import type { CheckData } from '../incident-event.ts'
import type { PlannedAction, Proposal } from '../proposal.ts'
import { code, plain, table } from './markdown.ts'
import { saySeconds } from './report-timeline.ts'
import { toolName } from './tool-name.ts'
import type { Voice } from './voice.ts'

type Fields = Readonly<Record<string, unknown>>

export function conclusionOf({ diagnosis }: WholeIncident, voice: Voice): string {
  const { say, name, tell, tellNews } = voice
  if (!diagnosis) return `## ${say('Conclusion')}\n\n${say('None was reached.')}`
  const { conclusion, source, situation, disagreement, modelFailure, noActionReason } = diagnosis
  const by =
    source === 'model' ? say('by a language model, checked against the evidence') : say('by the built-in analysis')
  const percent = percentOf(diagnosis)
  return [
    `## ${say('Conclusion')}`,
    tell(conclusion),
    say('Confidence {percent} %, {by}; situation: {situation}.', { percent, by, situation: name(situation) }),
    ...[disagreement, modelFailure, noActionReason].map((text) => tellNews(text ?? '')).filter((text) => text !== ''),
    ...findingLists(diagnosis, voice),
    ...(diagnosis.otherView ? [otherViewOf(diagnosis.otherView, voice)] : []),
    ...listsOf(diagnosis, voice).flatMap(([title, lines]) =>
      lines.length > 0 ? [`### ${title}`, lines.map((line) => `- ${line}`).join('\n')] : [],
    ),
  ].join('\n\n')
}

function listsOf(diagnosis: Diagnosis, { say, tell }: Voice): [string, readonly string[]][] {
  const knowledge = (diagnosis.knowledge ?? []).map(({ title, quote, why }) =>
    say('{title}: “{quote}” ({why})', { title: plain(title), quote: quoted(quote), why: tell(why) }),
  )
  const flags = diagnosis.flags.map(({ where, text }) =>
    say('{where}: {text}', { where: plain(where), text: plain(text) }),
  )
  return [
    [say('Ruled out'), diagnosis.ruledOut.map(tell)],
    [say('What people wrote down'), knowledge],
    [say('Could not be looked at'), diagnosis.notSeen.map(tell)],
    [say('What a person could do'), diagnosis.suggestedActions.map(tell)],
    [say('Text from outside that gave orders, followed by nobody'), flags],
  ]
}

function quoted(markdown: string): string {
  const between = (text: string) => text.replace(/\S(?:.*\S)?/s, (words) => plain(words))
  return readMarkedText(markdown)
    .map(({ text, isCode }) => (isCode ? code(text) : between(text)))
    .join('')
    .trim()
}

function otherViewOf(view: OtherView, voice: Voice): string {
  const { say, tell } = voice
  const whose = view.source === 'model' ? say('The model holds instead') : say('The analysis holds instead')
  const sure = say('Confidence {percent} %.', { percent: percentOf(view) })
  return [`### ${whose}`, tell(view.conclusion), sure, findingsOf(view.keyFindings, voice)].join('\n\n')
}

function percentOf({ confidence }: { confidence: number }): number {
  return Math.round(confidence * 100)
}

function findingLists(diagnosis: Diagnosis, voice: Voice): string[] {
  const isLead = ({ text }: KeyFinding) => diagnosis.conclusion.startsWith(text)
  const { true: beside = [], false: own = [] } = Object.groupBy(
    leadFirst(diagnosis),
    (one) => `${one.against !== undefined && !isLead(one)}`,
  )
  return [
    ...(own.length > 0 ? [`### ${voice.say('Key findings')}`, findingsOf(own, voice)] : []),
    ...(beside.length > 0
      ? [`### ${voice.say('Seen at that time, and tied to the alert by nothing')}`, findingsOf(beside, voice)]
      : []),
  ]
}

/** Beside the conclusion stands what proves it. */
function leadFirst({ conclusion, keyFindings }: Diagnosis): readonly KeyFinding[] {
  const isLead = ({ text }: KeyFinding) => conclusion.startsWith(text)
  return [...keyFindings.filter(isLead), ...keyFindings.filter((finding) => !isLead(finding))]
}

/** One that the conclusion has told stands here for its proof. */
function findingsOf(findings: readonly KeyFinding[], { say, tellNews }: Voice): string {
  const lines = findings.flatMap(({ text, evidence }, index) => [
    `${index + 1}. ${tellNews(text) || say('As said above.')}`,
    ...[...Map.groupBy(evidence, ({ plugin, call }) => `${call} ${plugin}`).values()].map(
      (proofs) =>
        // Below its number, however many digits that has.
        `${' '.repeat(`${index + 1}. `.length)}- ${proofsOf(proofs, say)}`,
    ),
  ])
  return lines.join('\n')
}

/** What one call proves, each word of it once. */
function proofsOf(proofs: KeyFinding['evidence'], say: Voice['say']): string {
  const [{ plugin, call } = { plugin: '', call: '' }] = proofs
  const quotes = [...new Set(proofs.map(({ quote }) => quoteOf(quote)))]
  return say('{tool}, call {call}: {quote}', {
    tool: toolName(plugin, { say }),
    call: plain(call),
    quote: quotes.join(' '),
  })
}

function quoteOf(quote: string): string {
  const { at, text } = readQuote(quote)
  return at === undefined ? code(text) : `${at}: ${code(text)}`
}

export function planOf({ proposal, alternative }: WholeIncident, voice: Voice): string {
  const { say } = voice
  if (!proposal) return `## ${say('Plan')}\n\n${say('None was proposed.')}`
  const others = alternative ? [planText(say('The other plan'), alternative, voice)] : []
  return [planText(say('Plan'), proposal, voice), ...others].join('\n\n')
}

function planText(title: string, proposal: Proposal, voice: Voice): string {
  const { say, name, tellNews } = voice
  const { version, purpose, riskLevel, digest } = proposal
  const kind = purpose === 'undo' ? say('undoes an earlier one') : say('a remedy')
  const values = { version, kind, risk: name(riskLevel), digest: code(digest) }
  const description = tellNews(proposal.description)
  return [
    `## ${title}`,
    say('Plan {version}, {kind}, {risk} risk, digest {digest}.', values),
    ...(description === '' ? [] : [description]),
    ...proposal.actions.map((action, index) => actionOf(action, index, voice)),
  ].join('\n\n')
}

/** Each step with its own way back, of which the plan's is made. */
function actionOf({ plugin, parameters, why, risk, changes, rollback }: PlannedAction, index: number, voice: Voice) {
  const { say, name, tell, tellNews } = voice
  const changed = changes.map(({ field, from, to }) => [field, from, to].map(tell))
  const back =
    'impossible' in rollback
      ? say('cannot be undone: {why}', { why: tell(rollback.impossible) })
      : say('undone by {call}', { call: callOf(rollback) })
  const reason = tellNews(why) || say('As said above.')
  return [
    `### ${say('Step {number}: {plugin}', { number: index + 1, plugin: code(plugin) })}`,
    ...(Object.keys(parameters).length > 0 ? [fields(parameters)] : []),
    say('{why} ({risk} risk; {back})', { why: reason, risk: name(risk), back }),
    ...(changed.length > 0 ? [table([say('field'), say('current'), say('new')], changed)] : []),
  ].join('\n\n')
}

function callOf({ plugin, parameters }: { plugin: string; parameters: Fields }): string {
  return `${code(plugin)} ${fields(parameters)}`.trim()
}

/** What was asked of a plugin, and seen of a thing, is read field by field. */
function fields(state: Fields): string {
  const words = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return Object.entries(state)
    .map(([name, value]) => code(`${name}=${words(value)}`))
    .join(' ')
}

export function executionOf({ execution }: WholeIncident, voice: Voice): string {
  const { say } = voice
  if (!execution) return `## ${say('What ran')}\n\n${say('Nothing was changed.')}`
  const { success, duration, actions, verification } = execution
  const seconds = saySeconds(duration, voice)
  return [
    `## ${say('What ran')}`,
    success
      ? say('Carried out, in {seconds} s.', { seconds })
      : say('Not carried out as planned, in {seconds} s.', { seconds }),
    actions.map((action) => deedOf(action, voice)).join('\n'),
    ...(verification ? verificationOf(verification, voice) : []),
  ].join('\n\n')
}

function deedOf(deed: ActionReport, { say, name, tell }: Voice): string {
  const { phase, outcome, message, before, after, seconds } = deed
  const values = { call: callOf(deed), outcome: name(outcome), seconds: seconds.toFixed(1) }
  const done =
    phase === 'undo'
      ? say('{call} (undoing): **{outcome}** in {seconds} s', values)
      : say('{call}: **{outcome}** in {seconds} s', values)
  const isSeen = (state: Fields) => Object.keys(state).length > 0
  return [
    `- ${done}`,
    ...(message ? [`  - ${tell(message)}`] : []),
    ...(isSeen(before) ? [`  - ${say('before: {state}', { state: fields(before) })}`] : []),
    ...(isSeen(after) ? [`  - ${say('after: {state}', { state: fields(after) })}`] : []),
  ].join('\n')
}

function verificationOf({ outcome, sentence, checks }: NonNullable<ExecutionResult['verification']>, voice: Voice) {
  const { say, name, tell, tellNews } = voice
  const rows = checks.map(({ text, before, after, holds }, index) => [
    String(index + 1),
    tell(text),
    tellNews(before) || say('As said above.'),
    tell(after),
    holds ? say('yes') : say('no'),
  ])
  const head = ['', say('looked at'), say('before'), say('after|a state'), say('holds')]
  const rest = tellNews(sentence)
  return [
    `## ${say('Verification')}`,
    rest === '' ? `**${name(outcome)}**` : say('**{outcome}**: {sentence}', { outcome: name(outcome), sentence: rest }),
    ...(rows.length > 0 ? [table(head, rows)] : []),
    checks.flatMap((check, index) => reasonOf(check, index, voice)).join('\n'),
  ].filter((part) => part !== '')
}

/** By the number of its row; older checks were written down without their reasons. */
function reasonOf({ basis, otherwise = '', at }: CheckData, index: number, { say, tell }: Voice): string[] {
  if (basis === undefined) return []
  const values = { basis: tell(basis), otherwise: tell(otherwise) }
  const reason = at
    ? say('Compared: {basis}, seen {at}. {otherwise}', { ...values, at: plain(at) })
    : say('Compared: {basis}. {otherwise}', values)
  return [`${index + 1}. ${reason}`]
}
