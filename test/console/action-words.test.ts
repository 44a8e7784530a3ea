import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionWords } from '../../console/src/language/chinese/service-texts.ts'
import { type ActionToDescribe, tellAction as tell, tellCall } from '../../console/src/parts/action-words.ts'
import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'

/** As the service serves them. */
const WORDS = new Map(BUILT_IN_PLUGINS.flatMap((plugin) => ('words' in plugin ? [[plugin.name, plugin.words]] : [])))
const tellAction = (action: ActionToDescribe) => tell(action, WORDS)

const change = (field: string, from: string, to: string) => ({ field, from, to })
const pods = [
  { kind: 'Pod', namespace: 'shop', name: 'a' },
  { kind: 'Pod', namespace: 'shop', name: 'b' },
]

test('every action is told as one person would tell another', () => {
  const place = { namespace: 'shop', deployment: 'web' }
  const sentences = [
    tellAction({ plugin: 'terminate_query', parameters: { pid: 17, database: 'shop' } }),
    tellAction({ plugin: 'kill_deadlock', parameters: { pid: 17 } }),
    tellAction({ plugin: 'restart_pod', parameters: { namespace: 'shop', pod_name: 'web-1' } }),
    tellAction({ plugin: 'scale_deployment', parameters: { ...place, replicas: 1 } }),
    tellAction({
      plugin: 'scale_deployment',
      parameters: { ...place, replicas: 3 },
      changes: [change('spec.replicas', '0', '3')],
    }),
    tellAction({
      plugin: 'rollback_deployment',
      parameters: place,
      changes: [change('revision', '21', 'template of 20')],
    }),
    tellAction({ plugin: 'rollback_deployment', parameters: { ...place, revision: 21 } }),
    tellAction({ plugin: 'cordon_node', parameters: { node: 'n-1', uncordon: true } }),
    tellAction({ plugin: 'delete_evicted_pods', parameters: { namespace: 'shop' }, targets: pods }),
    tellAction({ plugin: 'delete_evicted_pods', parameters: { namespace: 'shop' } }),
    tellAction({ plugin: 'cordon_node', parameters: { node: 'n-1', uncordon: false } }),
    tellAction({ plugin: 'vacuum_table', parameters: { table: 'orders' } }),
  ]
  assert.deepEqual(sentences, [
    'End session 17 of database shop',
    'End session 17, which blocks others',
    'Restart pod shop/web-1',
    'Scale Deployment shop/web to 1 replica',
    'Scale Deployment shop/web from 0 to 3 replicas',
    'Roll Deployment shop/web back from revision 21 to 20',
    'Roll Deployment shop/web back to 21',
    'Open node n-1 to new pods',
    'Delete 2 evicted pods of namespace shop',
    'Delete the evicted pods of namespace shop',
    'Close node n-1 to new pods',
    'Vacuum table orders',
  ])
})

test('in Chinese a revision is counted as one of many, and none is the one before', () => {
  const name = 'rollback_deployment'
  const words = new Map([[name, actionWords[WORDS.get(name) ?? ''] ?? '']])
  const told = (revision: object, changes: ReturnType<typeof change>[] = []) =>
    tell({ plugin: name, parameters: { namespace: 'shop', deployment: 'web', ...revision }, changes }, words)
  assert.equal(told({ revision: 4 }), '将 Deployment shop/web 回滚到第 4 版')
  assert.equal(told({}, [change('revision', '5', 'template of 4')]), '将 Deployment shop/web 从第 5 版回滚到第 4 版')
  assert.equal(told({}), '将 Deployment shop/web 回滚到上一个版本')
})

for (const plugin of BUILT_IN_PLUGINS)
  if (plugin.category === 'remediation')
    test(`${plugin.name}: its words can be filled in with nothing but what it requires`, () => {
      const required = plugin.parameters.required ?? []
      const defaults = Object.entries(plugin.parameters.properties).filter(
        ([, { default: given }]) => given !== undefined,
      )
      const parameters = Object.fromEntries(
        [...defaults.map(([name]) => name), ...required].map((name) => [name, `<${name}>`]),
      )
      const sentence = tellAction({ plugin: plugin.name, parameters })
      assert.doesNotMatch(sentence, new RegExp(`[{}[\\]|]|^Run ${plugin.name}`))
      for (const name of required) assert.ok(sentence.includes(`<${name}>`), `${name} is not told: ${sentence}`)
    })

test('what has no words of its own, or lacks a parameter, is told by its name and target', () => {
  assert.equal(
    tellAction({ plugin: 'own.flush', parameters: {}, targets: pods }),
    'Run own.flush on Pod shop/a, Pod shop/b',
  )
  assert.equal(tellAction({ plugin: 'constructor', parameters: {} }), 'Run constructor')
  assert.equal(tellAction({ plugin: 'terminate_query', parameters: {} }), 'Run terminate_query')
})

test('a character that hides is shown in the words too', () => {
  const words = tellAction({ plugin: 'restart_pod', parameters: { pod_name: 'web\u202e1' } })
  assert.equal(words, 'Restart pod web\\u{202e}1')
})

test('a call of an earlier incident is told alike, and what is no call stands as it came', () => {
  assert.equal(tellCall('terminate_query {"pid":17,"database":"shop"}', WORDS), 'End session 17 of database shop')
  assert.equal(tellCall('terminate_query {"pid":17,"datab', WORDS), 'terminate_query {"pid":17,"datab')
})
