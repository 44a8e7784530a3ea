/** A session whose client is gone: its address is one of the cluster's pods by the range of a node, and no pod anywhere has it. */
import { BlockList, isIP } from 'node:net'
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { record, records, text } from '../../cluster/reading/loose-fields.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import type { DatabaseScene } from '../database-scene.ts'
import type { BlockingRoot } from './blocking-roots.ts'
import { isSilent } from './session-lock.ts'

type GoneHolder = { sentence: string; evidence: readonly EvidenceReference[] }

/** Undefined where anything of it is not proven: an address outside may be anybody's, and a list that was cut may lack it. */
export function goneHolder(blocking: BlockingRoot, { lockHolder }: DatabaseScene): GoneHolder | undefined {
  const address = blocking.root.client_addr
  if (!lockHolder || lockHolder.address !== address || !isSilent(blocking)) return undefined
  const { pods, nodes } = lockHolder
  const node = objectsOf(nodes).find(({ spec }) => isWithin(address, text(record(spec).podCIDR)))
  const range = text(record(node?.spec).podCIDR)
  if (node === undefined || range === undefined || 'truncated' in pods.result || objectsOf(pods).length > 0)
    return undefined
  return {
    sentence: ` Whoever took the lock is gone: ${address} is an address of pods (node ${text(node.name)}, ${range}), no pod of any namespace has it now, and the session has been silent since before the others began to wait.`,
    evidence: [citeField(nodes, 'podCIDR', range), ...(pods.result.message ? [cite(pods, pods.result.message)] : [])],
  }
}

function objectsOf({ result }: Exhibit) {
  return records(record(result.data).objects)
}

function isWithin(address: string | null, range: string | undefined): boolean {
  const [network = '', prefix = ''] = (range ?? '').split('/')
  if (address === null || isIP(network) === 0 || isIP(network) !== isIP(address)) return false
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(network, Number(prefix), family)
  return list.check(address, family)
}
