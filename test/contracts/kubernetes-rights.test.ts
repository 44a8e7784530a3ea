/** The roles in docs/kubernetes.md are enough: an account with exactly these rights is refused nothing but Secrets. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openShop } from '../world/cluster-hands.ts'
import { SHOP } from '../world/shop-cluster.ts'

type Right = { group: string; resource: string; verb: string }

/** The page writes its rules in one plain way, so that they can be read without a parser of YAML. */
function readRights(page: string): Right[] {
  return page
    .split('- apiGroups:')
    .slice(1)
    .flatMap((rule) => {
      const [group = ''] = listIn(rule.slice(0, rule.indexOf('\n')))
      const resources = /resources:([\s\S]*?)verbs:/.exec(rule)?.[1] ?? ''
      const verbs = listIn(/verbs:(.*)/.exec(rule)?.[1] ?? '')
      return listIn(resources).flatMap((resource) => verbs.map((verb) => ({ group, resource, verb })))
    })
}

function listIn(text: string): string[] {
  return text.includes('[')
    ? (/\[(.*?)\]/s.exec(text)?.[1] ?? '').split(',').map((item) => item.trim().replaceAll('"', ''))
    : [...text.matchAll(/- (\S+)/g)].flatMap(([, item]) => item ?? [])
}

const VERBS: Record<string, string> = { DELETE: 'delete', PATCH: 'patch' }

/** `/apis/apps/v1/namespaces/shop/deployments/web/scale` asks for apps, deployments/scale. */
function rightFor(method: string, path: string): Right {
  const parts = path.split('?')[0]?.split('/').slice(1) ?? []
  const [group, rest] = parts[0] === 'api' ? ['', parts.slice(2)] : [parts[1] ?? '', parts.slice(3)]
  const [plural = '', name, subresource] = rest[0] === 'namespaces' && rest.length > 2 ? rest.slice(2) : rest
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`
  return { group, resource, verb: VERBS[method] ?? (name === undefined ? 'list' : 'get') }
}

const CALLS: [name: string, parameters: Record<string, unknown>][] = [
  ['list_pods', { namespace: SHOP }],
  ['describe_pod', { namespace: SHOP, pod_name: 'checkout-2-ccccc' }],
  ['get_events', { namespace: SHOP }],
  ['get_events', { namespace: SHOP, pod_name: 'checkout-2-ccccc' }],
  ['get_pod_logs', { namespace: SHOP, pod_name: 'checkout-2-ccccc' }],
  ['top_pods', { namespace: SHOP }],
]

const ACTS: [name: string, parameters: Record<string, unknown>][] = [
  ['restart_pod', { namespace: SHOP, pod_name: 'checkout-1-aaaaa' }],
  ['scale_deployment', { namespace: SHOP, deployment: 'checkout', replicas: 4 }],
  ['rollback_deployment', { namespace: SHOP, deployment: 'checkout' }],
  ['cordon_node', { node: 'node-b' }],
  ['delete_evicted_pods', { namespace: SHOP }],
]

test('the ten plugins ask for nothing the documented roles do not give, Secrets apart', async (t) => {
  const page = await readFile(new URL('../../docs/kubernetes.md', import.meta.url), 'utf8')
  const rights = new Set(readRights(page).map((right) => JSON.stringify(right)))
  const { ask, act, simulator } = await openShop(t, { podMetrics: [] })
  for (const [name, parameters] of CALLS) assert.ok((await ask(name, parameters)).success, name)
  for (const [name, parameters] of ACTS) assert.ok((await act(name, parameters, { isDryRun: true })).success, name)
  const wanted = simulator.recorder.requests.map(({ method, path }) => JSON.stringify(rightFor(method, path)))
  const missing = new Set(wanted.filter((right) => !rights.has(right)))
  assert.deepEqual([...missing], [JSON.stringify({ group: '', resource: 'secrets', verb: 'get' })])
  const written = [...rights].filter((right) => /"verb":"(patch|delete)"/.test(right))
  assert.deepEqual(
    written.filter((right) => !wanted.includes(right)),
    [],
    'a right to change that nobody uses',
  )
})
