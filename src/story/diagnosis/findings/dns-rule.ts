/** A name of the cluster that the cluster's own DNS was told to answer wrongly, although the Service is there. */
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { type Complaint, complaintsOf } from '../cluster/complaints.ts'
import { serviceIsThere } from '../cluster/dns-pods.ts'
import { noAction } from '../cluster/gates.ts'
import { record, text } from '../cluster/loose-fields.ts'
import { citeClue, lineOf } from '../cluster/quote.ts'
import { cite, type Exhibit } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'
import { fault } from './cluster-fault.ts'
import { FOR_WANT_OF_A_WAY } from './explained-kinds.ts'

export const dnsRule: Analyzer = ({ cluster }) => {
  if (!cluster) return []
  return complaintsOf(cluster)
    .filter((complaint) => complaint.kind === 'unresolved' && serviceIsThere(cluster, complaint))
    .flatMap((complaint) => {
      const rule = ruleAbout(cluster, complaint)
      return rule ? [findingOf(complaint, rule)] : []
    })
}

type Rule = { map: string; line: string; exhibit: Exhibit }

/** A line of the Corefile that speaks of this very name. */
function ruleAbout({ objects }: ClusterScene, { name }: Complaint): Rule | undefined {
  const spoken = new RegExp(`(?<![\\w-])${name.replaceAll('.', '\\.')}(?![\\w-])`)
  for (const { kind, name: map, whole, exhibit } of objects) {
    const held = kind === 'ConfigMap' ? text(record(whole.data).Corefile) : undefined
    const line = held?.split('\n').find((one) => !one.trim().startsWith('#') && spoken.test(one.replaceAll('\\', '')))
    if (line !== undefined) return { map, line: line.trim(), exhibit }
  }
  return undefined
}

function findingOf({ name, namespace = '', clues, pods, since }: Complaint, { map, line, exhibit }: Rule): Finding {
  return fault({
    kind: 'dns_rule',
    statement: `${pods.slice(0, 3).join(', ')} cannot resolve ${name} although Service ${namespace}/${name} exists: the cluster's DNS is configured (ConfigMap ${map}) with a rule for that name, "${line}". "${lineOf(clues[0])}" (${clues.length} times).`,
    evidence: [cite(exhibit, line), citeClue(clues[0])],
    confidence: 0.9,
    subject: { kind: 'ConfigMap', namespace: 'kube-system', name: map },
    ...(since && { since }),
    explains: [...FOR_WANT_OF_A_WAY, 'cluster_dns'],
    ...noAction('The DNS pods do as they are told; neither restarting them nor their clients changes the rule.'),
    suggestions: [`Remove the rule "${line}" from the Corefile in ConfigMap ${map} and let CoreDNS read it again.`],
  })
}
