import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/world/chance.ts'
import { inLength } from '../../../test/world/long-form.ts'
import { parseCommand } from './parse-command.ts'

function request(command: string) {
  const parsed = parseCommand(command)
  assert.ok('request' in parsed, 'refusal' in parsed ? `${command}: ${parsed.refusal}` : command)
  return parsed.request
}

function refusal(command: string): string {
  const parsed = parseCommand(command)
  assert.ok('refusal' in parsed, `${command} was understood`)
  assert.match(parsed.refusal, /Allowed are get, list, describe, logs, top and events/)
  return parsed.refusal
}

test('a command that reads becomes a request', () => {
  const plain = { isPrevious: false, tail: 200, isWhole: false, names: [] }
  assert.deepEqual(request('kubectl get pods -n shop -l app=web'), {
    ...plain,
    verb: 'get',
    kind: 'Pod',
    namespace: 'shop',
    selector: 'app=web',
  })
  assert.deepEqual(request('list po'), { ...plain, verb: 'get', kind: 'Pod', namespace: 'default' })
  assert.deepEqual(request('get deployments.apps -A -o wide'), { ...plain, verb: 'get', kind: 'Deployment' })
  assert.deepEqual(request('get deploy/web --namespace=shop -o yaml'), {
    ...plain,
    verb: 'get',
    kind: 'Deployment',
    names: ['web'],
    namespace: 'shop',
    isWhole: true,
  })
  assert.deepEqual(request('describe node worker-1'), { ...plain, verb: 'describe', kind: 'Node', names: ['worker-1'] })
  assert.deepEqual(request("get events -A --field-selector 'type!=Normal'"), {
    ...plain,
    verb: 'get',
    kind: 'Event',
    fields: 'type!=Normal',
  })
  assert.deepEqual(request('logs web-1 app -n shop --tail=50 --since 10m -p'), {
    ...plain,
    verb: 'logs',
    kind: 'Pod',
    names: ['web-1'],
    namespace: 'shop',
    container: 'app',
    tail: 50,
    sinceSeconds: 600,
    isPrevious: true,
  })
  assert.deepEqual(request('top pods -n shop'), { ...plain, verb: 'top', kind: 'Pod', namespace: 'shop' })
  assert.deepEqual(request('events --for deploy/web -n shop'), {
    ...plain,
    verb: 'events',
    kind: 'Event',
    namespace: 'shop',
    fields: 'involvedObject.kind=Deployment,involvedObject.name=web',
  })
})

test('a selector with sets survives its quotes', () => {
  assert.equal(request('get pods -l "app in (web, api)"').selector, 'app in (web, api)')
})

const WRITES = [
  ...['delete pod web', 'apply -f x.yaml', 'create ns x', 'patch deploy web -p {}', 'edit deploy web', 'replace -f x'],
  ...[
    'scale deploy web --replicas=0',
    'rollout undo deploy web',
    'rollout restart deploy web',
    'set image deploy/web a=b',
  ],
  ...['label pod web a=b', 'annotate pod web a=b', 'taint node a k=v:NoSchedule', 'cordon a', 'uncordon a', 'drain a'],
  ...[
    'exec web -- sh',
    'cp web:/etc/passwd x',
    'attach web',
    'port-forward web 80',
    'proxy',
    'debug web',
    'run x',
    'expose deploy web',
  ],
  ...[
    'auth can-i get pods',
    'config view --raw',
    'cluster-info dump',
    'api-resources',
    'explain pods',
    'certificate approve x',
    'plugin list',
  ],
  ...['', 'kubectl', 'GET pods', 'get', 'constructor pods', '__proto__', 'toString pods', 'kubectl kubectl get pods'],
]

test('every verb that does not only read is refused', () => {
  for (const command of WRITES) refusal(command)
})

const FLAGS = [
  ...[
    '--kubeconfig=/x',
    '--kubeconfig /x',
    '--server=http://evil',
    '-s http://evil',
    '--token=x',
    '--as=root',
    '--as root',
    '--as-group=x',
  ],
  ...[
    '--raw=/api',
    '--raw /api/v1/secrets',
    '-f x',
    '-f=http://evil/x',
    '--filename=x',
    '-k x',
    '--context=other',
    '--cluster=other',
    '--user=x',
  ],
  ...[
    '-o go-template={{.}}',
    '-o=go-template-file=/x',
    '-o jsonpath={.data}',
    '--template={{.}}',
    '-o custom-columns=A:.b',
    '-ojson',
    '-oyaml',
  ],
  ...[
    '--insecure-skip-tls-verify',
    '--certificate-authority=x',
    '--client-key=x',
    '--cache-dir=/x',
    '--profile-output=/x',
    '-v=9',
    '-w',
    '--watch',
  ],
  ...[
    '--subresource=exec',
    '--output-directory=/x',
    '--chunk-size=0',
    '--allow-missing-template-keys',
    '-R',
    '--',
    '-',
    '--constructor=x',
    '-nshop',
  ],
]

test('every flag that is not listed is refused, whatever stands around it', () => {
  for (const flag of FLAGS) {
    refusal(`get pods ${flag}`)
    refusal(`get ${flag} pods -n shop`)
  }
})

const NO_NAMES = ["'../secrets'", '"a/b"', 'pod/../x', "'a b'", 'ä', 'WEB', '..', "'--as=root'", 'a%2fb']

test('what is no name is refused', () => {
  for (const name of NO_NAMES) refusal(`get pod ${name}`)
  for (const name of [...NO_NAMES, 'Default', '-A', '""', '*']) refusal(`get pods -n ${name}`)
  refusal('get pod web -A')
  refusal('logs deploy/web')
  refusal('logs web -A')
  refusal('top nodes')
  refusal('get nonsense')
  refusal('events --for web')
})

const SHELL = [
  'get pods; id',
  'get pods && id',
  'get pods | sh',
  'get pods $(id)',
  'get pods `id`',
  'get pods > /x',
  'get pods\nid',
  'get pods \r id',
]

test('what means something to a shell is refused, and an open quote too', () => {
  for (const command of [
    ...SHELL,
    'get pods \\',
    'get pods *',
    'get pod "a',
    "get pod 'a",
    'get pods -l "$(id)"',
    'get pods -l "`id`"',
    'get\u202e pods',
    'get pods \0',
  ]) {
    refusal(command)
  }
})

test('whatever is written, only reads of sound names come out', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'kubectl',
      'get',
      'delete',
      'pods',
      'secrets',
      'deploy/web',
      '-n',
      '-A',
      '--as',
      '--token=x',
      '-l',
      'a=b',
      '-o',
      'json',
      'logs',
      'exec',
      '--',
      '--raw',
      'shop',
      "'",
      '"',
    ),
    fc.string({ maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const parsed = parseCommand(words.join(' '))
      if ('refusal' in parsed) return
      const { verb, names, namespace = 'default' } = parsed.request
      assert.ok(['get', 'describe', 'logs', 'top', 'events'].includes(verb))
      assert.match(namespace, /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/)
      for (const name of names) assert.match(name, /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/)
    }),
    { numRuns: inLength(5_000, 20_000) },
  )
})
