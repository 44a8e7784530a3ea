/**
 * The cluster ports over the wire, one for each account. The one that looks holds no connection of the one that acts and
 * has no function that changes, so that whoever is handed it cannot act, whatever he calls.
 */
import type {
  ActingCluster,
  Cluster,
  ClusterListing,
  ClusterName,
  ClusterObject,
  ClusterWrite,
  LogRequest,
} from '../../ports/cluster.ts'
import { CLUSTER_WRITE_SECONDS, ClusterRefusal, LostAnswer } from '../../ports/cluster.ts'
import { type AskRight, askRight } from './access-review.ts'
import { type ClusterAccount, type ClusterEnvironment, readClusterAccounts } from './cluster-accounts.ts'
import { loadClusterConfig, requireCluster } from './cluster-config.ts'
import { ClusterConnection } from './cluster-connection.ts'
import { pathOfList, pathOfObject, pathOfPodMetrics } from './cluster-kinds.ts'
import { listAll } from './list-pages.ts'
import { wasCut } from './refusal.ts'
import { type AskRules, askRules } from './rules-review.ts'
import { LIST_METADATA_ONLY, METADATA_ONLY, objectsInTable, withoutValues } from './secret-metadata.ts'

type OpenAccounts = {
  looking: Cluster
  acting: ActingCluster
  /** The server's own word on what each account may do. */
  mayLook: AskRight
  mayAct: AskRight
  /** Everything each of them may do in a namespace. */
  rulesOfLooking: AskRules
  rulesOfActing: AskRules
  /** Loads what is needed before the first question; nothing where no cluster is configured. */
  warm(): Promise<void>
  close(): Promise<void>
}

const TIMEOUT_MS = 10_000
/** The server's own limit on a change: ours alone would not end one that we no longer follow. */
const GIVEN_UP_AFTER = `${CLUSTER_WRITE_SECONDS}s`
const MERGE_PATCH = 'application/merge-patch+json'

type Options = { environment: ClusterEnvironment; timeoutMs?: number; pingMs?: number; accountFolder?: string }

/** Throws StartRefused where the accounts are half given. Nothing is reached before it is used. */
export function openClusterAccounts({ environment, timeoutMs = TIMEOUT_MS, pingMs, ...folder }: Options): OpenAccounts {
  const accounts = readClusterAccounts(environment)
  const connect = (account: ClusterAccount) => {
    const place = { environment, account, ...folder }
    return new ClusterConnection({
      require: () => requireCluster(place),
      load: () => loadClusterConfig(place),
      timeoutMs,
      pingMs,
    })
  }
  const looking = connect(accounts.looking)
  const acting = accounts.acting === accounts.looking ? looking : connect(accounts.acting)
  return {
    looking: lookingWith(looking),
    acting: actingWith(acting),
    mayLook: (right, signal) => askRight(looking, right, signal),
    mayAct: (right, signal) => askRight(acting, right, signal),
    rulesOfLooking: (namespace, signal) => askRules(looking, namespace, signal),
    rulesOfActing: (namespace, signal) => askRules(acting, namespace, signal),
    warm: () => looking.warm().catch(() => {}),
    close: async () => {
      await Promise.all([looking.close(), acting.close()])
    },
  }
}

function lookingWith(connection: ClusterConnection): Cluster {
  return {
    get: (name, signal) => get(connection, name, signal),
    list: (listing, signal) => list(connection, listing, signal),
    logs: (request, signal) => logs(connection, request, signal),
    podMetrics: (namespace, signal) =>
      listAll(connection, { path: pathOfPodMetrics(namespace), kind: 'PodMetrics' }, signal),
  }
}

function actingWith(connection: ClusterConnection): ActingCluster {
  return {
    ...lookingWith(connection),
    patch: (name, body, write) => patch(connection, pathOfObject(name), body, write),
    scale: (name, replicas, resourceVersion, write) =>
      patch(connection, `${pathOfObject(name)}/scale`, { metadata: { resourceVersion }, spec: { replicas } }, write),
    remove: (name, uid, write) => remove(connection, name, uid, write),
  }
}

async function get(
  connection: ClusterConnection,
  name: ClusterName,
  signal: AbortSignal,
): Promise<ClusterObject | undefined> {
  const isSecret = name.kind === 'Secret'
  try {
    const answer = await connection.ask<ClusterObject>({
      method: 'GET',
      path: pathOfObject(name),
      ...(isSecret && { accept: METADATA_ONLY }),
      signal,
    })
    if (isSecret) return withoutValues(objectsInTable(answer)?.[0] ?? answer)
    return { ...answer, kind: name.kind }
  } catch (error) {
    if (error instanceof ClusterRefusal && error.status === 404) return undefined
    throw error
  }
}

async function list(
  connection: ClusterConnection,
  { kind, namespace, labelSelector, fieldSelector, keep }: ClusterListing,
  signal: AbortSignal,
): Promise<ClusterObject[]> {
  const isSecret = kind === 'Secret'
  const objects = await listAll(
    connection,
    {
      path: pathOfList(kind, namespace),
      kind,
      query: { labelSelector, fieldSelector },
      ...(keep && { keep }),
      ...(isSecret && { accept: LIST_METADATA_ONLY }),
    },
    signal,
  )
  return isSecret ? objects.map(withoutValues) : objects
}

/** A pod that was never scheduled has no log: 204 and no body. */
function logs(connection: ClusterConnection, request: LogRequest, signal: AbortSignal): Promise<string> {
  const { namespace, pod, container, previous, sinceSeconds, tailLines, limitBytes } = request
  return connection.send({
    method: 'GET',
    path: `${pathOfObject({ kind: 'Pod', namespace, name: pod })}/log`,
    query: {
      container,
      previous: previous ? 'true' : undefined,
      sinceSeconds: sinceSeconds === undefined ? undefined : String(sinceSeconds),
      // Without both the whole log comes, however large it is.
      tailLines: String(tailLines),
      limitBytes: String(limitBytes),
    },
    accept: 'text/plain, application/json',
    signal,
  })
}

function patch(
  connection: ClusterConnection,
  path: string,
  body: Record<string, unknown>,
  { isDryRun, signal, before }: ClusterWrite,
): Promise<ClusterObject> {
  return asWrite(() =>
    connection.ask<ClusterObject>({
      method: 'PATCH',
      path,
      query: { dryRun: dryRun(isDryRun), fieldManager: 'firebreak', timeout: GIVEN_UP_AFTER },
      contentType: MERGE_PATCH,
      body,
      signal,
      before,
    }),
  )
}

async function remove(
  connection: ClusterConnection,
  name: ClusterName,
  uid: string,
  { isDryRun, signal, before }: ClusterWrite,
): Promise<void> {
  await asWrite(() =>
    connection.send({
      method: 'DELETE',
      path: pathOfObject(name),
      query: { dryRun: dryRun(isDryRun), timeout: GIVEN_UP_AFTER },
      contentType: 'application/json',
      // The server reads a deletion's options from the body where there is one, and then nothing from the query: a dry run
      // that stood only there would delete.
      body: { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid }, ...(isDryRun && { dryRun: ['All'] }) },
      signal,
      before,
    }),
  )
}

/** A proxy that lost the server, or a server that gave up waiting for its own store, does not know either. */
const NOBODY_KNOWS = [502, 504]

async function asWrite<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof ClusterRefusal)) throw error
    const { status, reason, message } = error
    const isLost = reason === 'Timeout' || reason === 'Unreadable' || wasCut(error) || NOBODY_KNOWS.includes(status)
    throw isLost ? new LostAnswer(status, reason, message, { cause: error }) : error
  }
}

function dryRun(isDryRun: boolean): string | undefined {
  return isDryRun ? 'All' : undefined
}
