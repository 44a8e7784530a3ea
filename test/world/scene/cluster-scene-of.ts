/** From a pictured cluster and an alert to the scene analyzers look at, by the real way: real plugins, real looking. */
import assert from 'node:assert/strict'
import { readEnvironment } from '../../../src/guidance/environment/environment-map.ts'
import { checkParameters } from '../../../src/plugins/check-parameters.ts'
import { KUBERNETES_PLUGINS } from '../../../src/plugins/kubernetes/kubernetes-plugins.ts'
import { ORCHESTRATOR_PLUGINS } from '../../../src/plugins/orchestrator/orchestrator-plugins.ts'
import type { PluginResult, Tools } from '../../../src/plugins/plugin.ts'
import { readAlert } from '../../../src/story/alert/read-alert.ts'
import { unstoredIncident } from '../../../src/story/alert/unstored-incident.ts'
import { observeCluster } from '../../../src/story/diagnosis/cluster/observe-cluster.ts'
import { Evidence, holdsQuote } from '../../../src/story/diagnosis/evidence.ts'
import type { Finding } from '../../../src/story/diagnosis/finding.ts'
import type { Scene } from '../../../src/story/diagnosis/scene.ts'
import { readSubject } from '../../../src/story/diagnosis/subject.ts'
import { minutesAgo, NOW, PLACE } from './cluster-objects.ts'
import { type Picture, picturedCluster } from './pictured-cluster.ts'

type Given = Picture & {
  alertName?: string
  labels?: Readonly<Record<string, string>>
  /** Labels of further alerts of the same notification. */
  beside?: readonly Readonly<Record<string, string>>[]
  text?: string
  environment?: object
  /** What other systems say, by the plugin that asks them. */
  answers?: Readonly<Record<string, unknown>>
}

/** The alert is in namespace `shop` unless its labels say otherwise; an empty label takes one away. */
export async function clusterSceneOf({
  alertName,
  labels,
  beside = [],
  text,
  environment,
  answers = {},
  ...picture
}: Given): Promise<Scene> {
  const subject = readSubject({
    incident: incidentOf({ alertname: alertName ?? 'KubePodNotReady', namespace: PLACE, ...labels }, text, beside),
    environment: readEnvironment(JSON.stringify(environment ?? {})),
    clusterName: undefined,
  })
  const tools = { cluster: picturedCluster(picture), signal: new AbortController().signal, now: () => NOW }
  const evidence = new Evidence(async ({ plugin, parameters }) =>
    plugin in answers ? { success: true, data: answers[plugin] } : ask(plugin, parameters, tools as unknown as Tools),
  )
  const bare: Scene = {
    now: NOW,
    subject,
    environment: readEnvironment(JSON.stringify(environment ?? {})),
    exhibits: evidence.exhibits,
  }
  const seen = await observeCluster({ ...bare, evidence, scene: bare })
  return { ...bare, ...seen, exhibits: [...evidence.exhibits] }
}

type Labels = Readonly<Record<string, string>>

export function incidentOf(given: Labels, text = '', beside: readonly Labels[] = []) {
  const alertOf = (ownLabels: Labels, at: number) => ({
    status: 'firing',
    labels: Object.fromEntries(Object.entries(ownLabels).filter(([, value]) => value !== '')),
    annotations: { summary: at === 0 ? text : '' },
    startsAt: minutesAgo(15),
    endsAt: '0001-01-01T00:00:00Z',
    fingerprint: `f00d${at}`,
  })
  const alerts = [given, ...beside].map(alertOf)
  const commonLabels = beside.length === 0 ? alerts[0]?.labels : {}
  const body = { version: '4', status: 'firing', commonLabels, commonAnnotations: {}, alerts }
  const incident = unstoredIncident(readAlert(body, { senderIsAlertBot: false, via: 'api' }), 'unstored', NOW)
  if (!incident) throw new Error('The alert opens no incident.')
  return incident
}

async function ask(name: string, given: Readonly<Record<string, unknown>>, tools: Tools): Promise<PluginResult> {
  const plugin = [...KUBERNETES_PLUGINS, ...ORCHESTRATOR_PLUGINS].find((one) => one.name === name)
  if (plugin?.category !== 'diagnostic') return { success: false, error: `${name} is not connected.` }
  const checked = checkParameters(plugin.parameters, given)
  return 'error' in checked ? { success: false, error: checked.error } : plugin.run(checked.parameters, tools)
}

/** The only finding, whose every quote stands in what was seen. */
export function onlyFinding(findings: readonly Finding[], scene: Scene): Finding {
  const [first] = findings
  assert.equal(findings.length, 1, `not one finding but: ${findings.map(({ statement }) => statement).join(' | ')}`)
  assert.ok(first)
  const quoted = [...first.evidence, ...first.facts.flatMap(({ evidence }) => evidence)]
  for (const { call, quote } of quoted) {
    const exhibit = scene.exhibits.find(({ id }) => id === call)
    assert.ok(exhibit && holdsQuote(exhibit.result, quote), `${call} does not hold ${quote}`)
  }
  assert.ok(first.evidence.length > 0, 'nothing proves it')
  if (first.actions.length === 0) assert.ok(first.noActionReason, 'nothing says why nothing is done')
  return first
}
