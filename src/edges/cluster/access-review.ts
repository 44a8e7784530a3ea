/** Asks the server what this account may do, in the server's own way: nothing is tried, nothing is guessed. */
import type { ClusterConnection } from './cluster-connection.ts'
import type { ClusterRight } from './cluster-rights.ts'

/** Without a namespace: in all of them. */
export type AskRight = (right: ClusterRight & { namespace?: string }, signal: AbortSignal) => Promise<boolean>

type Review = { status?: { allowed?: boolean } }

/** Every account may ask this about itself, unless somebody took the cluster's default role away. */
export async function askRight(
  connection: ClusterConnection,
  { group, resource, verb, namespace }: Parameters<AskRight>[0],
  signal: AbortSignal,
): Promise<boolean> {
  const [plain, subresource] = resource.split('/')
  const { status } = await connection.ask<Review>({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    contentType: 'application/json',
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { group, resource: plain, subresource, verb, namespace } },
    },
    signal,
  })
  return status?.allowed === true
}
