/** What the server says of itself: version, health, groups and resources. */
import { jsonAnswer, textAnswer, type WireAnswer } from '../wire/exchange.ts'
import { METRICS_GROUP, type MetricsServer, PAGE_NOT_FOUND, withoutServer } from './pod-metrics.ts'
import { apiVersionOf, RESOURCES, type Resource } from './resources.ts'

const VERSION = {
  major: '1',
  minor: '36',
  emulationMajor: '1',
  emulationMinor: '36',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '35',
  gitVersion: 'v1.36.4',
  gitCommit: '0000000000000000000000000000000000000000',
  gitTreeState: 'clean',
  buildDate: '2026-08-20T00:00:00Z',
  goVersion: 'go1.26.10',
  compiler: 'gc',
  platform: 'linux/amd64',
}

export function answerDiscovery(path: string, metrics: MetricsServer): WireAnswer {
  const [root, group, version] = path.split('/').filter(Boolean)
  if (root === 'version') return jsonAnswer(200, VERSION)
  if (root !== undefined && ['healthz', 'livez', 'readyz'].includes(root)) return textAnswer(200, 'ok')
  if (root === 'api') return group === undefined ? jsonAnswer(200, coreVersions()) : resourceList(group)
  if (root !== 'apis') return PAGE_NOT_FOUND
  if (group === METRICS_GROUP) return withoutServer(metrics) ?? metricsResources(version)
  if (group === undefined) return jsonAnswer(200, { kind: 'APIGroupList', apiVersion: 'v1', groups: groups(metrics) })
  if (version !== undefined) return resourceList(`${group}/${version}`)
  const found = groups(metrics).find(({ name }) => name === group)
  return found === undefined ? PAGE_NOT_FOUND : jsonAnswer(200, { kind: 'APIGroup', apiVersion: 'v1', ...found })
}

function coreVersions(): Record<string, unknown> {
  return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] }
}

function groups(metrics: MetricsServer) {
  const served = new Set(RESOURCES.filter(({ group }) => group !== '').map(apiVersionOf))
  if (metrics !== 'absent') served.add(`${METRICS_GROUP}/v1beta1`)
  return [...served].map((groupVersion) => {
    const [name = '', version = ''] = groupVersion.split('/')
    return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } }
  })
}

function resourceList(groupVersion: string): WireAnswer {
  const served = RESOURCES.filter((resource) => apiVersionOf(resource) === groupVersion)
  if (served.length === 0) return PAGE_NOT_FOUND
  return jsonAnswer(200, {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion,
    resources: served.flatMap(described),
  })
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

const KINDS_BELOW: Record<string, string> = { scale: 'Scale', eviction: 'Eviction' }
const VERBS_BELOW: Record<string, string[]> = { log: ['get'], eviction: ['create'] }

function described({ plural, kind, isNamespaced, shortNames, subresources }: Resource) {
  const names = { singularName: kind.toLowerCase(), namespaced: isNamespaced, kind }
  const own = { name: plural, ...names, verbs: VERBS, ...(shortNames.length > 0 && { shortNames }) }
  const below = subresources.map((subresource) => ({
    name: `${plural}/${subresource}`,
    singularName: '',
    namespaced: isNamespaced,
    kind: KINDS_BELOW[subresource] ?? kind,
    verbs: VERBS_BELOW[subresource] ?? ['get', 'patch', 'update'],
  }))
  return [own, ...below]
}

function metricsResources(version: string | undefined): WireAnswer {
  const groupVersion = `${METRICS_GROUP}/${version ?? 'v1beta1'}`
  const resources = [
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
  ]
  return jsonAnswer(200, { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources })
}
