import { type ClusterObject, ClusterRefusal } from '../../ports/cluster.ts'
import type { DiagnosticPlugin, PluginResult, Tools } from '../plugin.ts'
import { answer } from './answer.ts'
import { LABEL_SELECTOR, NAMESPACE_OR_ALL, scopeOf } from './cluster-parameters.ts'
import type { Pod } from './kubernetes-objects.ts'
import { Sight } from './not-seen.ts'
import { type PodMetrics, shareOfLimit, showUsage } from './pod-usage.ts'

type Parameters = { namespace: string; label?: string; limit: number }

export default {
  name: 'top_pods',
  description:
    'CPU and memory each container uses now, beside its requests and limits and as a share of the limit; the nearest to a limit first. Helps with OOM kills, throttling, overload and evictions. A pod without a sample is listed apart: no sample is not zero.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      namespace: NAMESPACE_OR_ALL,
      label: LABEL_SELECTOR,
      limit: { type: 'integer', description: 'At most so many pods.', default: 50, minimum: 1, maximum: 300 },
    },
  },
  run: (parameters, tools) => answer(() => read(parameters, tools).catch(explain)),
} satisfies DiagnosticPlugin<Parameters>

async function read({ namespace, label, limit }: Parameters, { cluster, signal }: Tools): Promise<PluginResult> {
  const sight = new Sight()
  const listing = { kind: 'Pod', ...scopeOf(namespace), ...(label !== undefined && { labelSelector: label }) } as const
  const [samples, pods] = await Promise.all([
    cluster.podMetrics(scopeOf(namespace).namespace, signal),
    // The label is judged by the server; without the pods it cannot be.
    label === undefined
      ? sight.look('pods (requests and limits)', () => cluster.list(listing, signal))
      : cluster.list(listing, signal),
  ])
  const known = new Map((pods ?? []).map((pod) => [keyOf(pod), pod as Pod]))
  const wanted = (samples as PodMetrics[]).filter((sample) => label === undefined || known.has(keyOf(sample)))
  const shown = wanted
    .map((sample) => showUsage(sample, known.get(keyOf(sample))))
    .sort((one, other) => shareOfLimit(other) - shareOfLimit(one))
  return {
    success: true,
    data: {
      pods: shown.slice(0, limit),
      total: shown.length,
      ...(pods && { without_sample: withoutSample(pods as Pod[], wanted).slice(0, limit) }),
      ...sight.report(),
    },
    ...(shown.length === 0 && { message: `No samples in namespace ${namespace}. That is not the same as no use.` }),
    ...(shown.length > limit && {
      message: `The first ${limit} of ${shown.length} pods. Narrow by label or namespace.`,
    }),
  }
}

function withoutSample(pods: readonly Pod[], samples: readonly PodMetrics[]) {
  const sampled = new Set(samples.map(keyOf))
  return pods
    .filter((pod) => !sampled.has(keyOf(pod)) && !['Succeeded', 'Failed'].includes(pod.status?.phase ?? ''))
    .map(({ metadata, status, spec }) => ({
      name: metadata.name,
      namespace: metadata.namespace,
      phase: status?.phase,
      nodeName: spec.nodeName,
    }))
}

function keyOf({ metadata }: ClusterObject): string {
  return `${metadata.namespace}/${metadata.name}`
}

/** Not installed and not answering are cured differently. */
function explain(error: unknown): PluginResult {
  if (!(error instanceof ClusterRefusal)) throw error
  if (error.status === 404)
    return {
      success: false,
      error: `The metrics API is not installed in this cluster (${error.message.trim()}). Use metrics.query instead.`,
    }
  if (error.status === 503)
    return {
      success: false,
      error: `The metrics API is installed but does not answer (${error.message.trim()}). Use metrics.query instead.`,
    }
  throw error
}
