/** Asks the server for everything this account may do in one namespace: roles that nobody expected show only so. */
import type { ClusterConnection } from './cluster-connection.ts'

type ResourceRule = { verbs: string[]; apiGroups?: string[]; resources?: string[]; resourceNames?: string[] }

export type AskRules = (namespace: string, signal: AbortSignal) => Promise<readonly ResourceRule[]>

type Review = { status?: { resourceRules?: ResourceRule[] } }

export async function askRules(
  connection: ClusterConnection,
  namespace: string,
  signal: AbortSignal,
): Promise<readonly ResourceRule[]> {
  const { status } = await connection.ask<Review>({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    contentType: 'application/json',
    body: { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace } },
    signal,
  })
  return status?.resourceRules ?? []
}

const READING = ['get', 'list', 'watch']
/** Every account may ask about itself; that changes nothing. */
const ABOUT_ITSELF = /^(authorization|authentication)\.k8s\.io$/

/** What of it changes something, as a person would name it: `delete pods`, `* *`. */
export function changesIn(rules: readonly ResourceRule[]): string[] {
  const named = rules.flatMap(({ verbs, apiGroups = [], resources = [] }) => {
    if (apiGroups.length > 0 && apiGroups.every((group) => ABOUT_ITSELF.test(group))) return []
    const changing = verbs.filter((verb) => !READING.includes(verb))
    return changing.flatMap((verb) => resources.map((resource) => `${verb} ${resource}`))
  })
  return [...new Set(named)].toSorted()
}
