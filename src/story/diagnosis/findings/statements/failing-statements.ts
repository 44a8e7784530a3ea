/** Transactions are rolled back because statements fail: the error tells what does not fit, and time tells since which release. */
import type { DeploymentView, Shown } from '../../cluster/cluster-scene.ts'
import { readTopics } from '../../database/asking/alert-topics.ts'
import { figuresNamed, quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { linesMatching, speakerOf } from '../../database/server/log-lines.ts'
import { clockTime, plural } from '../../database/session-words.ts'
import { type FailureGroup, failuresIn } from '../../database/statements/failed-statements.ts'
import { statementLines } from '../../database/statements/statement-rise.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

const LINES_MIN = 3
/** A release and the errors it brings lie minutes apart. */
const RELEASE_MINUTES = 60

export const failingStatements: Analyzer = (scene) => {
  const topics = readTopics(scene.subject)
  const { issue } = scene.signals ?? {}
  if (!topics.has('rollbacks') && !topics.has('errors') && !issue) return []
  const [group] = failuresIn(statementLines(scene))
  const [first, last] = [group?.lines[0], group?.lines.at(-1)]
  return group && first && last && isOften(group, scene) ? [findingOf(group, { first, last }, scene)] : []
}

/** The tracker keeps one event and counts the rest. */
function isOften({ lines }: FailureGroup, { signals }: Scene): boolean {
  if (lines.length >= LINES_MIN) return true
  return lines.some(({ exhibit }) => exhibit === signals?.issue?.exhibit) && (signals?.issue?.count ?? 0) >= LINES_MIN
}

type Line = FailureGroup['lines'][number]

function findingOf(group: FailureGroup, { first, last }: { first: Line; last: Line }, scene: Scene): Finding {
  const { database } = scene
  const rollbacks = figuresNamed(database?.figures ?? [], /^pg_stat_database_xact_rollback(_total)?$/).find(
    (figure) => riseOf(figure) > 0,
  )
  const release = releaseBefore(first.thing.at, group, scene)
  return fault({
    kind: 'failing_statements',
    statement: `${group.state.startsWith('28') ? 'Connections are refused' : 'Statements fail'} with SQLSTATE ${group.state}: ${group.meaning} (${plural(group.lines.length, 'line')} of ${speakerOf(last.thing)} since ${clockTime(first.thing.at)}): “${last.thing.line.slice(0, 200)}”.${rollbacks ? ` Rollbacks rose by ${riseOf(rollbacks)} in the last hours.` : ''} ${releaseSentence(release, group)}${failoverSentence(group, scene)}`,
    evidence: [
      cite(last.exhibit, last.thing.line),
      cite(first.exhibit, first.thing.line),
      rollbacks && cite(rollbacks.exhibit, quoteOfLast(rollbacks)),
    ],
    confidence: release ? 0.9 : rollbacks || group.isLimit ? 0.8 : 0.7,
    subject: release
      ? { kind: 'Deployment', namespace: release.namespace, name: release.name }
      : { kind: 'Database', name: database?.database || 'unknown' },
    weight: group.isSymptom ? 'symptom' : 'cause',
    since: new Date(first.thing.at),
    ...(release ? { actions: [rollbackOf(release, group)] } : { noActionReason: whyNothing(group) }),
    suggestions: [group.advice],
  })
}

/** The one application that was released shortly before the first of these lines, and speaks in them or is connected. */
function releaseBefore(
  at: string,
  group: FailureGroup,
  { cluster, database }: Scene,
): Shown<DeploymentView> | undefined {
  if (!group.isMismatch && group.state !== '23505') return undefined
  const seen = [...(cluster?.deployments ?? []), ...(database?.releases ?? [])]
  // Both may have listed the same one.
  const once = [...new Map(seen.map((one) => [`${one.namespace}/${one.name}`, one])).values()]
  const released = once.filter((deployment) => isReleasedBefore(at, deployment))
  const speaking = released.filter(({ name }) =>
    speakersOf(group).some((one) => one === name || one.startsWith(`${name}-`)),
  )
  // The server's own log does not always say whose statement it was.
  const applications = (database?.connections?.thing.groups ?? []).map(({ application_name }) => application_name)
  const connected = released.filter(({ name }) => applications.includes(name))
  const [found, ...others] = speaking.length > 0 ? speaking : connected
  return others.length === 0 ? found : undefined
}

function speakersOf({ lines }: FailureGroup): string[] {
  const names = lines.flatMap(({ thing: { labels, line } }) => [
    labels.app,
    labels.service,
    labels.pod,
    /\bapp(?:lication(?:_name)?)?=([\w.-]+)/.exec(line)?.[1],
  ])
  return names.filter((name) => name !== undefined)
}

/** A first revision has none before it to go back to. */
function isReleasedBefore(at: string, { revisions: [newest, before] }: DeploymentView): boolean {
  if (newest?.createdAt === undefined || before === undefined) return false
  const minutes = (Date.parse(at) - newest.createdAt.getTime()) / 60_000
  return minutes >= -1 && minutes <= RELEASE_MINUTES
}

function releaseSentence(
  release: Shown<DeploymentView> | undefined,
  { isMismatch, isLimit, verdict, lines }: FailureGroup,
): string {
  if (release)
    return `They began with revision ${release.revisions[0]?.revision} of ${release.namespace}/${release.name}, rolled out at ${clockTime(release.revisions[0]?.createdAt?.toISOString() ?? '')}: the release does not fit the database.`
  if (verdict) return verdict(lines.at(-1)?.thing.line ?? '')
  if (isLimit)
    return 'This is a limit of the schema: every such write fails, from whatever release, until the schema is widened.'
  return isMismatch ? 'The program and the schema do not fit each other.' : 'The application has to handle this.'
}

function rollbackOf({ namespace, name }: DeploymentView, { state }: FailureGroup): Finding['actions'][number] {
  return {
    plugin: 'rollback_deployment',
    parameters: { namespace, deployment: name },
    why: `The errors (SQLSTATE ${state}) began with the newest revision of ${name}; the one before ran without them.`,
  }
}

const FAILOVER =
  /received promote request|selected new timeline ID|ready to accept read-only connections|entering standby mode/i

/** Who writes to a server that only reads may still speak to the primary of before. */
function failoverSentence({ state }: FailureGroup, { database }: Scene): string {
  if (state !== '25006') return ''
  const isStandby = database?.replication?.thing.role === 'standby'
  const failover = linesMatching(database?.lines ?? [], FAILOVER).at(-1)
  return [
    isStandby ? ' The server is a standby now: the program still writes to it and not to the primary.' : '',
    failover ? ` The log tells of it at ${clockTime(failover.thing.at)}: “${failover.thing.line.slice(0, 140)}”.` : '',
  ].join('')
}

function whyNothing({ isMismatch, isLimit, verdict, state }: FailureGroup): string {
  if (isLimit)
    return 'Widening a column is a change of the schema, which a person plans; a restart or a rollback meets the same limit.'
  if (state === '25006')
    return 'Whether the failover was meant, and where writers belong now, a person has to see; nothing on the server is to be changed.'
  if (verdict)
    return 'It is settled on the server or in its settings, by a person who may change them; a restart or a rollback meets the same.'
  return isMismatch
    ? 'No release that began shortly before the errors could be seen, so there is nothing to go back to.'
    : 'This is the application’s to handle; nothing on the server is wrong.'
}
