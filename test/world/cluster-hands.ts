/** The plugins of the cluster on a pretend one, spoken to over the wire by the client the service uses. */
import type { TestContext } from 'node:test'
import { openClusterAccounts } from '../../src/edges/cluster/cluster-client.ts'
import { checkParameters } from '../../src/plugins/check-parameters.ts'
import { KUBERNETES_PLUGINS } from '../../src/plugins/kubernetes/kubernetes-plugins.ts'
import { ORCHESTRATOR_PLUGINS } from '../../src/plugins/orchestrator/orchestrator-plugins.ts'
import type {
  ActingTools,
  Check,
  Intention,
  PastAct,
  Plugin,
  PluginResult,
  RemediationResult,
  Tools,
} from '../../src/plugins/plugin.ts'
import { openCluster } from './kubernetes/cluster-of-test.ts'
import type { ClusterOptions, ClusterSimulator } from './kubernetes/cluster-simulator.ts'
import type { Json } from './kubernetes/kube-object.ts'
import { shopObjects } from './shop-cluster.ts'

type Parameters = Record<string, unknown>

export type ClusterHands = {
  ask(name: string, parameters?: Parameters, signal?: AbortSignal): Promise<PluginResult & { data?: Json }>
  plan(name: string, parameters: Parameters): Promise<Intention>
  /** With what the plan saw, unless the test says what it saw. */
  act(
    name: string,
    parameters: Parameters,
    how?: { planned?: Parameters; isDryRun?: boolean },
  ): Promise<RemediationResult & Json>
  /** Looks at what became of it, as after a crash and as after an act. */
  lookBack(name: string, parameters: Parameters, act: PastAct): Promise<void>
  /** What the plugin says of its own deed. */
  verify(name: string, parameters: Parameters, act: PastAct): Promise<Check>
}

export type TestCluster = ClusterHands & { simulator: ClusterSimulator }

type Options = Partial<ClusterOptions> & { timeoutMs?: number; clock?: () => Date }

export async function openShop(t: TestContext, { timeoutMs, clock, ...options }: Options = {}): Promise<TestCluster> {
  const { cluster, kubeconfig } = await openCluster(t, { objects: shopObjects(), pace: 'by hand', ...options })
  const hands = openHands(t, { KUBECONFIG: kubeconfig }, { ...(timeoutMs && { timeoutMs }), ...(clock && { clock }) })
  return { simulator: cluster, ...hands }
}

export function openHands(
  t: TestContext,
  environment: Record<string, string>,
  { timeoutMs, clock = () => new Date() }: { timeoutMs?: number; clock?: () => Date } = {},
): ClusterHands {
  const cluster = openClusterAccounts({ environment, ...(timeoutMs && { timeoutMs }) })
  t.after(() => cluster.close())
  const tools = (signal = new AbortController().signal) =>
    ({ cluster: cluster.looking, signal, now: clock }) as unknown as Tools
  const actingTools = () => ({ ...tools(), cluster: cluster.acting }) as ActingTools
  const plan = async (name: string, given: Parameters) => {
    const { plugin, parameters } = open(name, given)
    if (plugin.category !== 'remediation') throw new Error(`${name} plans nothing.`)
    return plugin.intend(parameters, tools())
  }
  return {
    plan,
    ask: async (name, given = {}, signal) => {
      const { plugin, parameters } = open(name, given)
      if (plugin.category !== 'diagnostic') throw new Error(`${name} does not only look.`)
      return plugin.run(parameters, tools(signal))
    },
    act: async (name, given, { planned, isDryRun = false } = {}) => {
      const { plugin, parameters } = open(name, given)
      if (plugin.category !== 'remediation') throw new Error(`${name} only looks.`)
      const preconditions = planned ?? (await plan(name, given)).preconditions
      return plugin.run(parameters, actingTools(), { preconditions, isDryRun })
    },
    lookBack: async (name, given, act) => {
      const { plugin, parameters } = open(name, given)
      if (plugin.category !== 'remediation') throw new Error(`${name} only looks.`)
      await plugin.readBack?.(parameters, tools(), act)
      await plugin.verify(parameters, tools(), act)
    },
    verify: async (name, given, act) => {
      const { plugin, parameters } = open(name, given)
      const check = plugin.category === 'remediation' ? await plugin.verify(parameters, tools(), act) : undefined
      if (!check) throw new Error(`${name} verifies nothing.`)
      return check
    },
  }
}

/** As the one door does it: a parameter that does not fit reaches nothing. */
function open(name: string, given: Parameters): { plugin: Plugin; parameters: Parameters } {
  const plugin = [...KUBERNETES_PLUGINS, ...ORCHESTRATOR_PLUGINS].find((one) => one.name === name)
  if (!plugin) throw new Error(`There is no plugin ${name}.`)
  const checked = checkParameters(plugin.parameters, given)
  if ('error' in checked) throw new Error(checked.error)
  return { plugin, parameters: checked.parameters }
}
