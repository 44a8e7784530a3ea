import { CLUSTER_WRITE_SECONDS } from '../../ports/cluster.ts'
import type { Check, Intention, RemediationPlugin, Tools } from '../plugin.ts'
import { NODE } from './cluster-parameters.ts'
import { cordonGate } from './cordon-gate.ts'
import { writeUnmoved } from './guarded-write.ts'
import type { Node } from './kubernetes-objects.ts'
import { isNodeReady } from './shown-node.ts'
import { showConditions } from './shown-pod.ts'

type Parameters = { node: string; uncordon: boolean }

export default {
  name: 'cordon_node',
  description: 'Keeps new pods off a node that is bad now (uncordon=true lets them on again). Pods already there stay.',
  category: 'remediation',
  risk: 'medium',
  settlesWithinSeconds: CLUSTER_WRITE_SECONDS,
  gate: cordonGate,
  words: '{uncordon?Open:Close} node {node} to new pods',
  usualSeconds: 10,
  parameters: {
    type: 'object',
    properties: {
      node: NODE,
      uncordon: { type: 'boolean', description: 'Let pods be scheduled there again.', default: false },
    },
    required: ['node'],
  },
  intend,
  run: ({ node: name, uncordon }, tools, { preconditions, isDryRun }) =>
    writeUnmoved<Node>({
      target: `Node ${name}`,
      planned: preconditions,
      read: () => readNode(name, tools),
      see,
      show,
      write: async (node) => {
        const body = {
          metadata: { resourceVersion: node.metadata.resourceVersion },
          spec: { unschedulable: uncordon ? null : true },
        }
        const after = await tools.cluster.patch({ kind: 'Node', name }, body, { isDryRun, signal: tools.signal })
        return {
          success: true,
          message: `${name} ${uncordon ? 'takes' : 'takes no'} new pods${isDryRun ? ' (dry run, nothing changed)' : ''}.`,
          before: show(node),
          after: show(after as Node),
          rollback: undo({ node: name, uncordon }),
        }
      },
    }),
  readBack: async ({ node: name, uncordon }, tools, { preconditions }) => {
    const node = await readNode(name, tools)
    // What another of this name shows says nothing of ours.
    return node?.metadata.uid === preconditions.uid ? node && isCordoned(node) !== uncordon : undefined
  },
  verify: async (parameters, tools, { preconditions }) => {
    const { node: name, uncordon } = parameters
    const node = await readNode(name, tools)
    return {
      ...judge(parameters, node, preconditions),
      before: `unschedulable: ${uncordon}`,
      after: `unschedulable: ${node ? isCordoned(node) : 'unknown'}`,
      basis: `spec.unschedulable of node ${name}, version ${node?.metadata.resourceVersion ?? 'unknown'}`,
      otherwise: `Had it not worked: spec.unschedulable still ${uncordon}, or no such node.`,
    }
  },
} satisfies RemediationPlugin<Parameters>

async function intend(parameters: Parameters, tools: Tools): Promise<Intention> {
  const { node: name, uncordon } = parameters
  const node = await readNode(name, tools)
  if (!node) throw new Error(`There is no node ${name}.`)
  if (isCordoned(node) !== uncordon)
    throw new Error(`Node ${name} is ${uncordon ? 'open to' : 'closed to'} new pods already.`)
  return {
    effect: {
      targets: [{ system: 'kubernetes', kind: 'Node', name }],
      changes: [{ field: 'spec.unschedulable', from: String(isCordoned(node)), to: String(!uncordon) }],
      commands: [`kubectl ${uncordon ? 'uncordon' : 'cordon'} ${name}`],
      risk: 'medium',
    },
    preconditions: see(node),
    rollback: undo(parameters),
  }
}

/** A node that is gone or came back under its name is not the one that was changed, whatever it takes now. */
function judge(
  { node: name, uncordon }: Parameters,
  node: Node | undefined,
  planned: Readonly<Record<string, unknown>>,
): Pick<Check, 'state' | 'text'> {
  if (!node) return { state: 'fails', text: `Node ${name} is gone.` }
  if (planned.uid !== undefined && node.metadata.uid !== planned.uid)
    return { state: 'fails', text: `Node ${name} was made anew: this is not the one that was changed.` }
  const holds = isCordoned(node) !== uncordon
  const word = uncordon ? 'open to' : 'closed to'
  return { state: holds ? 'holds' : 'fails', text: `Node ${name} is ${holds ? '' : 'not '}${word} new pods.` }
}

async function readNode(name: string, { cluster, signal }: Tools): Promise<Node | undefined> {
  return (await cluster.get({ kind: 'Node', name }, signal)) as Node | undefined
}

function isCordoned({ spec }: Node): boolean {
  return spec?.unschedulable ?? false
}

function undo({ node, uncordon }: Parameters) {
  return { plugin: 'cordon_node', parameters: { node, uncordon: !uncordon } }
}

function see(node: Node) {
  return { uid: node.metadata.uid, unschedulable: isCordoned(node) }
}

function show(node: Node) {
  const bad = node.status?.conditions?.filter(({ type, status }) => (status === 'True') !== (type === 'Ready'))
  return {
    name: node.metadata.name,
    unschedulable: isCordoned(node),
    ready: isNodeReady(node),
    conditions: showConditions(bad),
  }
}
