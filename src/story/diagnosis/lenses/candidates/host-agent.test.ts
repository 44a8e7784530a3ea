import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, exhibit, figures, moved, weighedIn } from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

const NODES = ['mill-1', 'mill-2', 'mill-3']
const HASH = '6c885549d'

const replica = (app: string, index: number) => ({
  ...{ namespace: 'mill', name: `${app}-${HASH}-${'bcd'[index]}fghj`, phase: 'Running', ready: true },
  ...{ owner: `ReplicaSet/${app}-${HASH}`, 'pod-template-hash': HASH, nodeName: NODES[index] },
  creationTimestamp: at(9000),
})
const servant = (index: number, namespace = 'mill-system') => ({
  ...{ namespace, name: `chute-${'bcd'[index]}fghj`, phase: 'Running', ready: true, nodeName: NODES[index] },
  ...{ owner: 'DaemonSet/chute', creationTimestamp: at(9000) },
})
const nodes = NODES.map((name) => ({ name, ready: true }))
const apps = ['grinder', 'baker']
const deployments = apps.map((name) => ({
  ...{ namespace: 'mill', name, replicas: 3 },
  replicaSets: [{ name: `${name}-${HASH}` }],
}))
const pods = apps.flatMap((app) => NODES.map((_, index) => replica(app, index)))
const HOME = exhibit('C1', 'list_pods', { pods, deployments, nodes })
const SYSTEM: Exhibit = {
  ...exhibit('C7', 'list_pods', {
    ...{ pods: NODES.map((_, index) => servant(index)), nodes },
    daemonsets: [{ namespace: 'mill-system', name: 'chute' }],
  }),
  parameters: { namespace: 'mill-system' },
}
/** Only the first of each, all of which stand on mill-1, became slow. */
const SLOW = figures(
  apps.flatMap((app) =>
    NODES.map((_, index) =>
      moved('mill_seconds', { pod: replica(app, index).name }, 1, index === 0 ? 40 : 1.2, {
        strength: index === 0 ? 0.9 : 0.3,
      }),
    ),
  ),
)

function said(...lines: [labels: object, ago: number[], line: string][]): Exhibit {
  const streams = lines.map(([labels, agos, line]) => ({ labels, lines: agos.map((ago) => ({ at: at(ago), line })) }))
  return exhibit('C3', 'logs.query', { streams })
}

const chute = (index: number) => ({ namespace: 'mill-system', app: 'chute', pod: servant(index).name })
const JAMMED = 'ERROR chute is jammed: another tool holds its lock'

function closingAndRenewing(...exhibits: Exhibit[]) {
  const all = weighedIn([HOME, SYSTEM, SLOW, ...exhibits])
  const chanceOf = (plugin: string, name: string) =>
    all.find(({ candidate }) => candidate.action.plugin === plugin && candidate.atFault.name === name)?.chance ?? 0
  return { closing: chanceOf('cordon_node', 'mill-1'), renewing: chanceOf('restart_pod', servant(0).name) }
}

test('who serves the only host that is felt and alone complains is made anew, and the host stays open', () => {
  const others: Parameters<typeof said> = [1, 2].map((index) => [chute(index), [20, 5], 'INFO chute is clear'])
  const { closing, renewing } = closingAndRenewing(said([chute(0), [18, 16, 12, 8], JAMMED], ...others))
  assert.equal(closing, 0)
  assert.ok(renewing >= 0.6)
})

test('where the host is ill itself, nobody on it is made anew for that', () => {
  const others: Parameters<typeof said> = [1, 2].map((index) => [chute(index), [20, 5], 'INFO chute is clear'])
  const host = said(
    [chute(0), [18, 16, 12, 8], JAMMED],
    [{ node: 'mill-1' }, [14, 12], 'kernel: ERROR the clock of this board is unstable'],
    ...others,
  )
  const { closing, renewing } = closingAndRenewing(host)
  assert.ok(closing > renewing)
  assert.ok(renewing < 0.6)
})

test('where all of its kind complain, or it only after the others, it is one more who suffers', () => {
  const all: Parameters<typeof said> = [0, 1, 2].map((index) => [chute(index), [18, 16, 12, 8], JAMMED])
  assert.ok(closingAndRenewing(said(...all)).renewing < 0.6)
  const others: Parameters<typeof said> = [1, 2].map((index) => [chute(index), [20, 5], 'INFO chute is clear'])
  assert.ok(closingAndRenewing(said([chute(0), [4, 3, 2], JAMMED], ...others)).renewing < 0.6)
})
