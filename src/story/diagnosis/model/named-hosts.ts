/**
 * A question to a name server leaves the house, and whoever answers for a zone reads every name that is asked of it. So a model
 * asks only for hosts that stand in the alert's labels, the environment context or a listing; people ask for what they like.
 */

import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import { READ_PROGRAMS } from '../../../plugins/shell/read-programs.ts'
import { tokenize } from '../../../plugins/shell/tokenize.ts'
import type { Exhibit } from '../evidence.ts'
import type { Subject } from '../subject.ts'
import { textsIn } from './find-quote.ts'

type Sources = { subject: Subject; environment: EnvironmentMap; exhibits: readonly Exhibit[] }

const RECORD_TYPE = /^(A|AAAA|ANY|CAA|CNAME|MX|NS|PTR|SOA|SRV|TXT)$/i
/** Fields in which a listing names an object; a label or an annotation of one may say anything. */
const NAMING = /^(name|namespace|pod|pod_name|node|nodename|deployment|service|database|datname)$/i
const WRITTEN_BY_ANYBODY = /^(labels|annotations|env|args|command|tags|frames|lines|query|message)$/i
/** Fields in which a listing tells where something is. */
const PLACING = /^(host|hostname|ip|ips|pod_?ip|host_?ip|cluster_?ip|address|client_addr|instance|internal_?ip)$/i
const IN_CLUSTER = /\.svc(\.cluster\.local)?$/

/** The first host of the command that nothing names; undefined where there is none, or the command asks no name server. */
export function strangeHostIn(command: string, sources: Sources): string | undefined {
  const hosts = hostsIn(command)
  if (hosts.length === 0) return undefined
  const known = namedHosts(sources)
  return hosts.find((host) => !isNamed(host, known))
}

function hostsIn(command: string): string[] {
  const tokens = tokenize(command)
  if ('refusal' in tokens) return []
  const [program = '', ...words] = tokens.words
  if (program === 'getent') return /^a?hosts/.test(words[0] ?? '') ? words.slice(1) : []
  if (program !== 'dig') return []
  const flags = READ_PROGRAMS.dig?.flags ?? {}
  return words.filter((word, at) => {
    const isValue = flags[words[at - 1] ?? ''] === 'word'
    return !/^[-+]/.test(word) && !(RECORD_TYPE.test(word) && (isValue || words.length > 1))
  })
}

function namedHosts({ subject, environment, exhibits }: Sources): ReadonlySet<string> {
  const named = new Set<string>()
  const add = (text: string) => {
    for (const form of formsOf(text.toLowerCase())) named.add(form)
  }
  for (const value of Object.values(subject.labels)) add(value)
  for (const { name, namespace, dependencies } of environment.services) [name, namespace, ...dependencies].forEach(add)
  for (const { name, host, databases } of environment.databases) [name, host, ...databases].forEach(add)
  for (const { name } of environment.middleware) add(name)
  for (const { result } of exhibits)
    if (result.success)
      for (const { field, text } of textsIn(result.data, WRITTEN_BY_ANYBODY))
        if (NAMING.test(field) || PLACING.test(field)) add(text)
  return named
}

/** `db.internal:5432`, `https://db.internal/x` and `Service/db` name their hosts. */
function formsOf(text: string): string[] {
  const host = text.replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?/, '').replace(/[/?#].*$/, '')
  return [text, host, host.replace(/:\d+$/, ''), text.replace(/^[a-z]+\//, '')].filter((form) => form !== '')
}

/** A Service is also reached as name.namespace, with or without the cluster's own ending. */
function isNamed(host: string, known: ReadonlySet<string>): boolean {
  const asked = host.toLowerCase().replace(/\.$/, '')
  const parts = asked.replace(IN_CLUSTER, '').split('.')
  return known.has(asked) || (parts.length <= 2 && parts.every((part) => known.has(part)))
}
