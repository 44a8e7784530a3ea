/** A container that stumbles over a variable nobody wrote for it: the cluster made it from a Service of that name. */
import type { ClusterScene, ContainerView } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { failingContainers } from '../../cluster/pods/container-faults.ts'
import { record, text, time } from '../../cluster/reading/loose-fields.ts'
import { firstBadMoment } from '../../cluster/releases/first-bad-moment.ts'
import { linkVariableOf, type ServiceLink, serviceAt, serviceLinkIn } from '../../cluster/routes/service-hosts.ts'
import { lineOf, sayAgo } from '../../cluster/saying/say.ts'
import { logsOf, type PodInQuestion, podsInQuestion, specOf } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, fault, objectOf } from '../cluster-fault.ts'

export const serviceLinkClash: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) =>
    failingContainers(one).flatMap((container) => {
      const link = logsOf(one, container).flatMap((log) => serviceLinkIn(log) ?? [])[0]
      return link && scene.cluster && !isWritten(link, one, container) ? clash(scene, scene.cluster, one, link) : []
    }),
  )

/** What somebody wrote into the template came from them, not from the cluster. */
function isWritten({ address, variable }: ServiceLink, one: PodInQuestion, container: ContainerView): boolean {
  const env = specOf(one, container)?.env ?? []
  return env.some(({ name, value }) => text(name) === variable || (text(value) ?? '').includes(address))
}

function clash(scene: Scene, cluster: ClusterScene, one: PodInQuestion, link: ServiceLink): Finding[] {
  const service = serviceAt(link.address, cluster)
  const variable = link.variable ?? (service && linkVariableOf(service.name))
  const isSure = service !== undefined && variable === linkVariableOf(service.name)
  if (variable === undefined || (service && !isSure)) return []
  const { pod, workload } = one
  const since = firstBadMoment(scene, one)
  const whose = service ? `Service ${service.namespace}/${service.name}` : 'a Service of its namespace'
  return [
    fault({
      kind: 'service_link_clash',
      statement: `Pod ${pod.name} stumbles over its variable ${variable}: "${lineOf(link)}". Nobody wrote that value into its template: the cluster adds it to every new container because of ${whose} at ${link.address}:${link.port}${sayBirth(scene, cluster, service)} (a service link), and it takes the place of the program's own setting. Pods that started before the Service do not have it.`,
      evidence: [cite(link.log.exhibit, link.line.text), ...citeService(cluster, service)],
      confidence: isSure ? 0.9 : 0.7,
      subject: objectOf(pod, workload),
      ...(since && { since }),
      explains: FOLLOWS,
      ...noAction(
        'A new pod gets the same variable, whatever its revision, so neither a restart nor a rollback helps.',
      ),
      suggestions: [
        `Set enableServiceLinks: false in the pod template of ${workload?.name ?? pod.name}, or set ${variable} there to what the program wants.`,
      ],
    }),
  ]
}

function objectOfService({ objects }: ClusterScene, service: ReturnType<typeof serviceAt>) {
  return objects.find(
    ({ kind, name, namespace }) => kind === 'Service' && name === service?.name && namespace === service.namespace,
  )
}

function citeService(cluster: ClusterScene, service: ReturnType<typeof serviceAt>) {
  const found = objectOfService(cluster, service)
  return found ? [cite(found.exhibit, JSON.stringify(found.name))] : []
}

function sayBirth({ now }: Scene, cluster: ClusterScene, service: ReturnType<typeof serviceAt>): string {
  const metadata = record(objectOfService(cluster, service)?.whole.metadata)
  const createdAt = time(metadata.creationTimestamp)
  return createdAt ? `, made ${sayAgo(createdAt, now)}` : ''
}
