/** Which of several causes an incident answers for: a bystander's fault, gone or not, says nothing about what was done. */
import type { Finding, ObjectName } from './finding.ts'
import type { Named } from './label-names.ts'
import { isAkin } from './lenses/entity-of.ts'
import { isSameChain } from './same-chain.ts'
import { isSameStory } from './same-story.ts'
import type { Subject } from './subject.ts'

type Bound = {
  subject: Subject
  /** Whose steps are wanted. */
  acting: Finding | undefined
}

/** The first, whose steps are wanted, what has to do with either, and what the alerts themselves are about. */
export function tiedCauses(causes: readonly Finding[], { subject, acting }: Bound): Finding[] {
  const anchors = [...causes.slice(0, 1), ...(acting ? [acting] : [])]
  const named = [subject, ...(subject.beside ?? [])]
  return causes.filter(
    (cause) =>
      anchors.some((anchor) => anchor === cause || isJoined(anchor, cause)) ||
      named.some((one) => isMeant(cause.subject, one)),
  )
}

function isJoined(one: Finding, other: Finding): boolean {
  return liesBehind(one, other) || isSameChain(one, other)
}

/** Whether the second tells the reason of the first. */
export function liesBehind(one: Finding, other: Finding): boolean {
  return isSameStory(one, other) || restsOn(one, other)
}

function restsOn({ restsOn: objects = [] }: Finding, { subject: { kind, namespace, name } }: Finding): boolean {
  return objects.some((one) => one.kind === kind && one.name === name && one.namespace === namespace)
}

/** What has no namespace, such as a node or a database, may bear anybody. An alert that names nobody means its namespace. */
function isMeant({ namespace, name }: ObjectName, named: Named): boolean {
  if (namespace === undefined) return true
  if (named.namespace !== undefined && named.namespace !== namespace) return false
  const names = namesOf(named)
  return names.length === 0 ? named.namespace === namespace : names.some((one) => isAkin(one, name))
}

function namesOf({ pod, workload, service, node, claim, autoscaler, quota, database, table }: Named): string[] {
  const names = [pod, workload?.name, service, node, claim, autoscaler, quota, database, table]
  return names.filter((name) => name !== undefined)
}
