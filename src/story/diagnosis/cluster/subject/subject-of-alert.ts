/** What the labels of an alert mean: some name whom it is about, some only where it was measured. */
import type { Subject } from '../../subject.ts'

/** Exporters put their own pod into the labels; what they measure is the node. */
export function isAboutNodeOnly({ labels, alertName }: Subject): boolean {
  const isExporter = /node-?exporter/i.test(`${labels.job ?? ''} ${labels.container ?? ''}`)
  return isExporter || (/^(Kube)?Node[A-Z]/.test(alertName) && !/^Node\.?JS/i.test(alertName))
}

/** A node and nobody else, by a label or in a text. */
export function isOnlyNodeNamed(subject: Subject): boolean {
  const { node, namespace, pod, workload, service, claim, quota, autoscaler, database } = subject
  const others = [namespace, pod, workload, service, claim, quota, autoscaler, database]
  return node !== undefined && others.every((one) => one === undefined)
}

/** An exporter of another system writes its own namespace into the labels, not that of whoever uses the system. */
export function isMeasuredElsewhere({ labels }: Subject): boolean {
  const { job = '', instance = '', service = '', pod = '', container = '' } = labels
  return /exporter/i.test(`${job} ${instance} ${service} ${pod} ${container}`) && !SCRAPER.test(job)
}

/** What no listing knows and only the text says counts as not named. */
export function isNameless(subject: Subject): boolean {
  const { workload, pod, node, claim, quota, autoscaler, fromText } = subject
  const fields = { workload, pod, service: serviceOf(subject), node, claim, quota, autoscaler }
  return Object.entries(fields).every(([field, value]) => value === undefined || fromText.includes(field))
}

const SCRAPER = /kube-?state-?metrics|kubelet|node-?exporter|cadvisor|kube-?apiserver|prometheus/i

/** The service a measurement was fetched from is not the one it is about. */
export function serviceOf(subject: Subject): string | undefined {
  const { service, claim, quota, autoscaler, node, fromText } = subject
  const labelledNode = fromText.includes('node') ? undefined : node
  const isElsewhere = [claim, quota, autoscaler, labelledNode].some((one) => one !== undefined)
  return service === undefined || isElsewhere || SCRAPER.test(service) ? undefined : service
}

/** A label names it, so nobody else will do, even where it is still to be found. */
export function isStated({ pod, workload, fromText }: Subject): boolean {
  return (pod !== undefined && !fromText.includes('pod')) || (workload !== undefined && !fromText.includes('workload'))
}
