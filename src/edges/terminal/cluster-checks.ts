/** The part of `firebreak doctor` about the cluster: that it answers, and what each account may and may not do there. */
import type { Environment } from '../../guidance/settings/environment.ts'
import { resolveSettings } from '../../guidance/settings/resolve-settings.ts'
import { NotConfigured } from '../../ports/not-configured.ts'
import { StartRefused } from '../../problem.ts'
import type { AskRight } from '../cluster/access-review.ts'
import { type ClusterAccount, type ClusterAccounts, readClusterAccounts } from '../cluster/cluster-accounts.ts'
import { openClusterAccounts } from '../cluster/cluster-client.ts'
import {
  ACTING_RIGHTS,
  type ClusterRight,
  LOOKING_RIGHTS,
  NEVER_NEEDED,
  NODE_RIGHTS,
  SECRET_RIGHTS,
} from '../cluster/cluster-rights.ts'
import { requireClusterAccounts } from '../cluster/require-accounts.ts'
import { type AskRules, changesIn } from '../cluster/rules-review.ts'
import { advice, bad, type Check, type Found, good } from './doctor.ts'

const PATIENCE_MS = 5_000
const NAMED_MAX = 6

type Right = ClusterRight & { namespace?: string }

export function clusterChecksFor(
  environment: Environment,
  namespaces: readonly string[] = resolveSettings(environment, new Map()).values.ALLOWED_NAMESPACES,
): Check[] {
  const reach = { about: 'cluster', examine: () => checkCluster(environment) }
  const accounts = readAccounts(environment)
  if (!accounts || (accounts.looking.from === 'pod' && !environment.KUBERNETES_SERVICE_HOST)) return [reach]
  const isApart = accounts.looking !== accounts.acting
  return [
    reach,
    {
      about: `cluster account that looks${sourceOf(accounts.looking)}`,
      examine: () => withAccounts(environment, (opened) => checkLooking(opened, isApart)),
    },
    {
      about: `cluster account that acts${sourceOf(accounts.acting)}`,
      examine: () => withAccounts(environment, (opened) => checkActing(opened, namespaces)),
    },
  ]
}

function sourceOf(account: ClusterAccount): string {
  if (account.from === 'token file') return ` (${account.setting}=${account.tokenFile})`
  if (account.from === 'kubeconfig' && account.context !== undefined) return ` (${account.setting}=${account.context})`
  return ''
}

/** What is half given is told by the first check. */
function readAccounts(environment: Environment): ClusterAccounts | undefined {
  try {
    return readClusterAccounts(environment)
  } catch (error) {
    if (error instanceof StartRefused) return undefined
    throw error
  }
}

async function checkCluster(environment: Environment): Promise<Found> {
  await requireClusterAccounts(environment)
  const { looking, close } = openClusterAccounts({ environment })
  try {
    const namespaces = await looking.list({ kind: 'Namespace' }, AbortSignal.timeout(PATIENCE_MS))
    return good(`answers, with ${namespaces.length} namespaces`)
  } catch (error) {
    const isLeftOut = error instanceof NotConfigured && !environment.KUBECONFIG?.trim()
    return isLeftOut ? advice(error.message) : bad((error as Error).message)
  } finally {
    await close()
  }
}

type Opened = ReturnType<typeof openClusterAccounts>

async function withAccounts(environment: Environment, work: (opened: Opened) => Promise<Found>): Promise<Found> {
  const opened = openClusterAccounts({ environment })
  try {
    return await work(opened)
  } catch (error) {
    return advice(`what it may do could not be asked: ${(error as Error).message}`)
  } finally {
    await opened.close()
  }
}

async function checkLooking(opened: Opened, isApart: boolean): Promise<Found> {
  const { mayLook: ask } = opened
  const lacking = await denied(ask, LOOKING_RIGHTS)
  const writes = [...ACTING_RIGHTS, ...NODE_RIGHTS].filter(({ verb }) => verb === 'patch' || verb === 'delete')
  const needless = await granted(ask, [...(isApart ? writes : []), ...NEVER_NEEDED])
  const changes = isApart ? await changesBy(opened, opened.rulesOfLooking) : []
  const secrets = (await granted(ask, SECRET_RIGHTS)).length > 0 ? 'may read Secrets' : 'may read no Secret'
  const sentences = [
    lacking.length === 0 ? 'may look at everything the plugins ask for' : `may not ${nameAll(lacking)}`,
    needless.length > 0 ? `may ${nameAll(needless)}, which it never needs: take that away` : '',
    changes.length > 0 ? `may change things: ${nameChanges(changes)}; an account that looks needs none of it` : '',
    needless.length + changes.length === 0 && isApart ? 'may change nothing' : '',
    secrets,
    isApart ? '' : 'is the one that acts too; two accounts would be safer (KUBE_READ_CONTEXT and KUBE_ACT_CONTEXT)',
  ]
  return tell(sentences, lacking.length + needless.length + changes.length === 0 && isApart)
}

async function checkActing(opened: Opened, namespaces: readonly string[]): Promise<Found> {
  const { mayAct: ask } = opened
  const wanted = namespaces.flatMap((namespace) => ACTING_RIGHTS.map((right) => ({ ...right, namespace })))
  const lacking = await denied(ask, wanted)
  const needless = await granted(ask, NEVER_NEEDED)
  const cordons = (await denied(ask, NODE_RIGHTS)).length === 0
  // Without a namespace the server is asked about all of them at once.
  const everywhere = await granted(ask, WRITES)
  const others = everywhere.length > 0 ? [] : await changesBy(opened, opened.rulesOfActing, namespaces)
  const wide = everywhere.length + others.length
  const sentences = [
    namespaces.length === 0 ? 'ALLOWED_NAMESPACES is empty, so it acts in none' : '',
    lacking.length > 0 ? `may not ${nameAll(lacking)}, so such actions will be refused` : '',
    lacking.length === 0 && namespaces.length > 0 ? `may act in ${namespaces.join(', ')}` : '',
    everywhere.length > 0
      ? `may ${nameAll(everywhere)} in every namespace, beyond ALLOWED_NAMESPACES: bind its role in those alone`
      : '',
    others.length > 0 ? `may change things beyond ALLOWED_NAMESPACES: ${nameChanges(others)}` : '',
    cordons ? 'may cordon nodes' : 'may not cordon nodes',
    needless.length > 0 ? `may ${nameAll(needless)}, which it never needs: take that away` : '',
  ]
  return tell(sentences, lacking.length + needless.length + wide === 0)
}

const WRITES = ACTING_RIGHTS.filter(({ verb }) => verb === 'patch' || verb === 'delete')
const NAMESPACES_ASKED_MAX = 100

type Changes = { namespace: string; changes: readonly string[] }

/** In every namespace there is, because a role may be bound in any of them. Rights on nodes show everywhere and are told apart. */
async function changesBy(opened: Opened, ask: AskRules, apart: readonly string[] = []): Promise<Changes[]> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const names = (await opened.looking.list({ kind: 'Namespace' }, signal)).map(({ metadata }) => metadata.name)
  const asked = names.filter((name) => !apart.includes(name)).slice(0, NAMESPACES_ASKED_MAX)
  const rights = await Promise.all(
    asked.map(async (namespace) => ({
      namespace,
      changes: changesIn(await ask(namespace, signal)).filter(isNotOfNodes),
    })),
  )
  return rights.filter(({ changes }) => changes.length > 0)
}

function isNotOfNodes(change: string): boolean {
  return !/ nodes$/.test(change)
}

function nameChanges(all: readonly Changes[]): string {
  const shown = all.slice(0, 3).map(({ namespace, changes }) => {
    const more = changes.length > 3 ? ` and ${changes.length - 3} more` : ''
    return `${changes.slice(0, 3).join(', ')}${more} in ${namespace}`
  })
  return `${shown.join('; ')}${all.length > 3 ? `; and in ${all.length - 3} more namespaces` : ''}`
}

function tell(sentences: readonly string[], isGood: boolean): Found {
  const sentence = `${sentences.filter((one) => one !== '').join('; ')}.`
  return isGood ? good(sentence) : advice(sentence)
}

async function granted(ask: AskRight, rights: readonly Right[]): Promise<Right[]> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answers = await Promise.all(rights.map((right) => ask(right, signal)))
  return rights.filter((_, at) => answers[at])
}

async function denied(ask: AskRight, rights: readonly Right[]): Promise<Right[]> {
  const given = await granted(ask, rights)
  return rights.filter((right) => !given.includes(right))
}

function nameAll(rights: readonly Right[]): string {
  const names = rights.slice(0, NAMED_MAX).map(nameOf)
  return `${names.join(', ')}${rights.length > NAMED_MAX ? ` and ${rights.length - NAMED_MAX} more` : ''}`
}

function nameOf({ verb, resource, group, namespace }: Right): string {
  return `${verb} ${resource}${group === '' ? '' : `.${group}`}${namespace === undefined ? '' : ` in ${namespace}`}`
}
