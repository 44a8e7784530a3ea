/** A pictured cluster with its metrics, logs and issues, seen by the real way: real plugins, real looking. */
import { readEnvironment } from '../../../src/guidance/environment/environment-map.ts'
import { checkParameters } from '../../../src/plugins/check-parameters.ts'
import { KUBERNETES_PLUGINS } from '../../../src/plugins/kubernetes/kubernetes-plugins.ts'
import { MONITORING_PLUGINS } from '../../../src/plugins/monitoring/monitoring-plugins.ts'
import { ORCHESTRATOR_PLUGINS } from '../../../src/plugins/orchestrator/orchestrator-plugins.ts'
import type { Plugin, PluginResult, Tools } from '../../../src/plugins/plugin.ts'
import { observeCluster } from '../../../src/story/diagnosis/cluster/observe-cluster.ts'
import { Evidence } from '../../../src/story/diagnosis/evidence.ts'
import type { Scene } from '../../../src/story/diagnosis/scene.ts'
import { observeSignals } from '../../../src/story/diagnosis/signals/observe-signals.ts'
import { readSubject } from '../../../src/story/diagnosis/subject.ts'
import { NOW, PLACE } from './cluster-objects.ts'
import { incidentOf } from './cluster-scene-of.ts'
import { type Picture, picturedCluster } from './pictured-cluster.ts'
import { picturedErrors, picturedLogs, picturedMetrics, type Signals } from './pictured-signals.ts'

type Given = Picture &
  Signals & {
    alertName?: string
    labels?: Readonly<Record<string, string>>
    text?: string
    environment?: object
    /** False where no metrics, logs and errors are kept anywhere. */
    isMonitored?: boolean
  }

/** The alert is a HighErrorRate in namespace `shop` unless said otherwise. */
export async function signalSceneOf(given: Given): Promise<Scene> {
  const { alertName, labels, text, environment, isMonitored = true, ...picture } = given
  const map = readEnvironment(JSON.stringify(environment ?? {}))
  const incident = incidentOf({ alertname: alertName ?? 'HighErrorRate', namespace: PLACE, ...labels }, text)
  const subject = readSubject({ incident, environment: map, clusterName: undefined })
  const tools = toolsOf(picture)
  const plugins = isMonitored ? [...OF_CLUSTER, ...MONITORING_PLUGINS] : OF_CLUSTER
  const evidence = new Evidence(({ plugin, parameters }) => ask(plugins, plugin, parameters, tools))
  const bare: Scene = { now: NOW, subject, environment: map, exhibits: evidence.exhibits }
  const cluster = await observeCluster({ ...bare, evidence, scene: bare })
  const signals = await observeSignals({ ...bare, evidence, scene: { ...bare, ...cluster } })
  return { ...bare, ...cluster, ...signals, exhibits: [...evidence.exhibits] }
}

function toolsOf(picture: Picture & Signals): Tools {
  const tools = {
    cluster: picturedCluster(picture),
    metrics: picturedMetrics(picture),
    logs: picturedLogs(picture),
    errors: picturedErrors(picture),
    signal: new AbortController().signal,
    now: () => NOW,
  }
  return tools as unknown as Tools
}

const OF_CLUSTER: readonly Plugin[] = [...KUBERNETES_PLUGINS, ...ORCHESTRATOR_PLUGINS]

async function ask(
  plugins: readonly Plugin[],
  name: string,
  given: Readonly<Record<string, unknown>>,
  tools: Tools,
): Promise<PluginResult> {
  const plugin = plugins.find((one) => one.name === name)
  if (plugin?.category !== 'diagnostic') return { success: false, error: `${name} is not connected.` }
  const checked = checkParameters(plugin.parameters, given)
  return 'error' in checked ? { success: false, error: checked.error } : plugin.run(checked.parameters, tools)
}
