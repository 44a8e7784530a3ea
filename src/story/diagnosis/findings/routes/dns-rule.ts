/** A name of the cluster that the cluster's own DNS was told to answer wrongly, although the Service is there. */
import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { type Complaint, complaintsOf } from '../../cluster/logs/complaints.ts'
import { type DnsRule, ruleAgainst } from '../../cluster/reading/corefile.ts'
import { record, text } from '../../cluster/reading/loose-fields.ts'
import { serviceIsThere } from '../../cluster/routes/dns-pods.ts'
import { citeClue, lineOf } from '../../cluster/saying/say.ts'
import { cite, type Exhibit } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { fault } from '../cluster-fault.ts'
import { CAUSED_BY_LOST_ROUTE } from '../explained-kinds.ts'

export const dnsRule: Analyzer = ({ cluster }) => {
  if (!cluster) return []
  return complaintsOf(cluster)
    .filter((complaint) => complaint.kind === 'unresolved' && serviceIsThere(cluster, complaint))
    .flatMap((complaint) => {
      const rule = ruleFor(cluster, complaint)
      return rule ? [findingOf(complaint, rule)] : []
    })
}

type Rule = DnsRule & { map: string; exhibit: Exhibit }

function ruleFor({ objects }: ClusterScene, { name, namespace = '' }: Complaint): Rule | undefined {
  for (const { kind, name: map, whole, exhibit } of objects) {
    const held = kind === 'ConfigMap' ? text(record(whole.data).Corefile) : undefined
    const rule = held === undefined ? undefined : ruleAgainst(held, `${name}.${namespace}.svc.cluster.local`)
    if (rule) return { ...rule, map, exhibit }
  }
  return undefined
}

function findingOf({ name, namespace = '', clues, pods, since }: Complaint, rule: Rule): Finding {
  const { map, line, why, exhibit } = rule
  return fault({
    kind: 'dns_rule',
    statement: `${pods.slice(0, 3).join(', ')} cannot resolve ${name} although Service ${namespace}/${name} exists: the Corefile of the cluster's DNS (CoreDNS, ConfigMap ${map}) ${why}: "${line}". "${lineOf(clues[0])}" (${clues.length} times).`,
    evidence: [cite(exhibit, line), citeClue(clues[0])],
    confidence: 0.9,
    subject: { kind: 'ConfigMap', namespace: 'kube-system', name: map },
    ...(since && { since }),
    explains: [...CAUSED_BY_LOST_ROUTE, 'cluster_dns'],
    ...noAction('The DNS pods do as they are told; neither restarting them nor their clients changes the rule.'),
    suggestions: [`Correct "${line}" in the Corefile of ConfigMap ${map} and let CoreDNS read it again.`],
  })
}
