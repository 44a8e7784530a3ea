/**
 * As whom we look and as whom we act: one account for both, or two. Two are named in pairs, so that half a setting can
 * never let the account that should only look act, or the other way round.
 */
import { StartRefused } from '../../problem.ts'

export type ClusterEnvironment = Readonly<Record<string, string | undefined>>

/** `setting` is the environment's name for it, where there is one to name in a sentence. */
export type ClusterAccount =
  | { from: 'kubeconfig'; context?: string; setting: string }
  | { from: 'pod' }
  | { from: 'token file'; tokenFile: string; setting: string }

/** The very same value twice where one account does both. */
export type ClusterAccounts = { looking: ClusterAccount; acting: ClusterAccount }

export function readClusterAccounts(environment: ClusterEnvironment): ClusterAccounts {
  const given = (name: string) => environment[name]?.trim() || undefined
  const problem = findProblem(given)
  if (problem !== undefined) throw new StartRefused(problem)
  const [readContext, actContext] = [given('KUBE_READ_CONTEXT'), given('KUBE_ACT_CONTEXT')]
  if (readContext !== undefined && actContext !== undefined)
    return {
      looking: { from: 'kubeconfig', context: readContext, setting: 'KUBE_READ_CONTEXT' },
      acting: { from: 'kubeconfig', context: actContext, setting: 'KUBE_ACT_CONTEXT' },
    }
  const [readToken, actToken] = [given('KUBE_READ_TOKEN_FILE'), given('KUBE_ACT_TOKEN_FILE')]
  if (readToken !== undefined && actToken !== undefined)
    return {
      looking: { from: 'token file', tokenFile: readToken, setting: 'KUBE_READ_TOKEN_FILE' },
      acting: { from: 'token file', tokenFile: actToken, setting: 'KUBE_ACT_TOKEN_FILE' },
    }
  const one = oneAccount(given)
  return { looking: one, acting: one }
}

type Given = (name: string) => string | undefined

function oneAccount(given: Given): ClusterAccount {
  if (given('KUBECONFIG') === undefined) return { from: 'pod' }
  const context = given('KUBE_CONTEXT')
  return { from: 'kubeconfig', ...(context !== undefined && { context }), setting: 'KUBE_CONTEXT' }
}

/** The first thing that cannot be meant, in words that say what to set. */
function findProblem(given: Given): string | undefined {
  if (given('KUBE_WRITE_CONTEXT'))
    return 'KUBE_WRITE_CONTEXT is no longer read; set KUBE_READ_CONTEXT and KUBE_ACT_CONTEXT instead.'
  return (
    findPairProblem(given, 'KUBE_READ_CONTEXT', 'KUBE_ACT_CONTEXT') ??
    findPairProblem(given, 'KUBE_READ_TOKEN_FILE', 'KUBE_ACT_TOKEN_FILE') ??
    findContradiction(given)
  )
}

function findPairProblem(given: Given, read: string, act: string): string | undefined {
  const [one, other] = [given(read), given(act)]
  if ((one === undefined) !== (other === undefined)) {
    const [present, absent] = one === undefined ? [act, read] : [read, act]
    return `${present} is set without ${absent}; set both, or neither to let one account look and act.`
  }
  if (one !== undefined && one === other)
    return `${read} and ${act} are the same; name two accounts, or set neither to let one look and act.`
  return undefined
}

function findContradiction(given: Given): string | undefined {
  const hasContexts = given('KUBE_READ_CONTEXT') !== undefined
  const hasTokens = given('KUBE_READ_TOKEN_FILE') !== undefined
  const hasFile = given('KUBECONFIG') !== undefined
  if (hasContexts && !hasFile)
    return 'KUBE_READ_CONTEXT and KUBE_ACT_CONTEXT name contexts of a kubeconfig; set KUBECONFIG to its path.'
  if (given('KUBE_CONTEXT') !== undefined && !hasFile && given('KUBERNETES_SERVICE_HOST') === undefined)
    return 'KUBE_CONTEXT names a context of a kubeconfig; set KUBECONFIG to its path.'
  if (hasContexts && given('KUBE_CONTEXT') !== undefined)
    return 'KUBE_CONTEXT is for one account that looks and acts; leave it out beside KUBE_READ_CONTEXT and KUBE_ACT_CONTEXT.'
  if (hasTokens && hasFile)
    return 'KUBE_READ_TOKEN_FILE and KUBE_ACT_TOKEN_FILE are for a pod inside the cluster; leave them out beside KUBECONFIG.'
  if (hasTokens && given('KUBERNETES_SERVICE_HOST') === undefined)
    return 'KUBE_READ_TOKEN_FILE and KUBE_ACT_TOKEN_FILE are for a pod inside a cluster, and KUBERNETES_SERVICE_HOST, which every pod has, is not set; set KUBECONFIG outside of one.'
  return undefined
}
