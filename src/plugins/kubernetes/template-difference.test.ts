import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rewrittenFields, templateDifferences } from './template-difference.ts'

const template = (spec: object) => ({ metadata: {}, spec: { containers: [], ...spec } })
const app = (fields: object) => template({ containers: [{ name: 'app', ...fields }] })

test('containers and variables are compared by name, not by place', () => {
  const one = app({
    env: [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
    ],
  })
  const other = app({
    env: [
      { name: 'B', value: '2' },
      { name: 'A', value: '3' },
    ],
  })
  assert.deepEqual(templateDifferences(one, other), [
    { field: 'spec.containers[app].env[A].value', from: '1', to: '3' },
  ])
})

test('the order of fields is no difference', () => {
  const one = template({ tolerations: [{ key: 'a', effect: 'NoExecute' }] })
  const other = template({ tolerations: [{ effect: 'NoExecute', key: 'a' }] })
  assert.deepEqual(templateDifferences(one, other), [])
})

test('a variable that went is a difference with nothing on the other side', () => {
  assert.deepEqual(templateDifferences(app({ env: [{ name: 'A', value: '1' }] }), app({ env: [] })), [
    { field: 'spec.containers[app].env[A]', from: { name: 'A', value: '1' }, to: null },
  ])
})

test('the value of a secret variable is not told, changed, added or as part of a whole', () => {
  const secret = { name: 'DB_PASSWORD', value: 'canary-1' }
  const pairs = [
    [app({ env: [secret] }), app({ env: [{ ...secret, value: 'canary-2' }] })],
    [app({ env: [] }), app({ env: [secret] })],
    [app({}), app({ env: [secret] })],
    [template({}), app({ env: [secret] })],
    [template({ initContainers: [{ name: 'init', env: [secret] }] }), template({})],
  ] as const
  for (const [from, to] of pairs) {
    const differences = templateDifferences(from, to)
    assert.ok(differences.length > 0)
    assert.ok(!JSON.stringify(differences).includes('canary'), JSON.stringify(differences))
  }
})

test('a list that names a thing twice is shown whole', () => {
  const ports = [
    { name: 'http', containerPort: 80 },
    { name: 'http', containerPort: 81 },
  ]
  const [difference] = templateDifferences(app({ ports }), app({ ports: [ports[0]] }))
  assert.equal(difference?.field, 'spec.containers[app].ports')
})

test('a pod is compared with its template only in what others may rewrite', () => {
  const intended = { containers: [{ name: 'app', image: 'a:1', resources: { limits: { memory: '256Mi' } } }] }
  const made = {
    nodeName: 'node-a',
    containers: [
      {
        name: 'app',
        image: 'a:1',
        resources: { limits: { memory: '64Mi' } },
        volumeMounts: [{ name: 'kube-api-access-x' }],
      },
      { name: 'proxy', image: 'mesh:3' },
    ],
  }
  assert.deepEqual(rewrittenFields(intended, made), [
    { field: 'spec.containers[app].resources.limits.memory', from: '256Mi', to: '64Mi' },
    { field: 'spec.containers[proxy]', from: null, to: { image: 'mesh:3' } },
  ])
})

test('a variable that is given twice differs by its last word, which is the one that counts', () => {
  const plain = [
    { name: 'UPSTREAM', value: 'web' },
    { name: 'PORT', value: '80' },
  ]
  const twice = [...plain, { name: 'UPSTREAM', value: 'localhost' }]
  assert.deepEqual(templateDifferences(app({ env: plain }), app({ env: twice })), [
    { field: 'spec.containers[app].env[UPSTREAM].value', from: 'web', to: 'localhost' },
  ])
})

test('a variable repeated without another value is a difference of the list alone', () => {
  const [difference, ...others] = templateDifferences(
    app({ env: [{ name: 'A', value: '1' }] }),
    app({
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '1' },
      ],
    }),
  )
  assert.equal(difference?.field, 'spec.containers[app].env')
  assert.deepEqual(others, [])
})

test('of two long texts the part where they differ is shown, with a little before it', () => {
  const long = '-Dalike=1 '.repeat(60)
  const options = (end: string) => app({ env: [{ name: 'OPTIONS', value: `${long}${end}` }] })
  const [difference] = templateDifferences(options('-Xmx512m'), options('-Xmx64m'))
  assert.match(String(difference?.from), /^… .*-Xmx512m$/)
  assert.match(String(difference?.to), /^… .*-Xmx64m$/)
})
