/** An analysis as it stands before a model is asked, with as much in it as a test speaks of. */
import { EMPTY_CONTEXT } from '../../../src/guidance/environment/environment-context.ts'
import { readEnvironment } from '../../../src/guidance/environment/environment-map.ts'
import { BUILT_IN_PLUGINS } from '../../../src/plugins/built-in-plugins.ts'
import type { PluginResult } from '../../../src/plugins/plugin.ts'
import type { Analysis } from '../../../src/story/diagnosis/analyse.ts'
import { conclude } from '../../../src/story/diagnosis/conclude.ts'
import type { Exhibit } from '../../../src/story/diagnosis/evidence.ts'
import type { Finding } from '../../../src/story/diagnosis/finding.ts'
import type { JudgeStep } from '../../../src/story/diagnosis/gates/judge-step.ts'
import { createRecogniser } from '../../../src/story/diagnosis/instructions/gives-orders.ts'
import type { Grounds } from '../../../src/story/diagnosis/model/mind.ts'
import type { Scene } from '../../../src/story/diagnosis/scene.ts'
import { readSubject } from '../../../src/story/diagnosis/subject.ts'
import type { InstructionFlag } from '../../../src/story/incident/diagnosis.ts'
import { clearStep } from '../../../src/story/incident/wanted-step.ts'
import { incidentOf } from '../scene/cluster-scene-of.ts'

export const NOW = new Date('2026-11-15T08:00:00Z')

type Given = {
  findings?: readonly Finding[]
  labels?: Readonly<Record<string, string>>
  text?: string
  clusterName?: string
  scene?: Partial<Scene>
  flags?: readonly InstructionFlag[]
  exhibits?: readonly Exhibit[]
  /** What the gates say of the steps of its findings; where a test speaks of something else, they let all through. */
  judge?: JudgeStep
}

export const OPEN_GATES: JudgeStep = (action) => ({ step: clearStep(action) })

export const HANDS = { plugins: BUILT_IN_PLUGINS, replicaChangeMax: 0.5 }

export function analysisOf(given: Given = {}): Analysis {
  const { findings = [], labels = {}, text, clusterName, flags = [], exhibits = [] } = given
  const environment = readEnvironment(EMPTY_CONTEXT)
  const incident = incidentOf({ alertname: 'Trouble', namespace: 'shop', ...labels }, text)
  const subject = given.scene?.subject ?? readSubject({ incident, environment, clusterName })
  const scene: Scene = { now: NOW, environment, exhibits, ...given.scene, subject }
  const { diagnosis, wanted } = conclude(findings, scene, given.judge ?? OPEN_GATES)
  return { diagnosis: { ...diagnosis, flags }, wanted, subject, findings, scene }
}

export function findingOf(changes: Partial<Finding> = {}): Finding {
  return {
    kind: 'something_wrong',
    statement: 'Pod shop/web-1 is out of memory.',
    facts: [],
    evidence: [],
    confidence: 0.9,
    situation: 'fault',
    subject: { kind: 'Pod', namespace: 'shop', name: 'web-1' },
    weight: 'cause',
    actions: [],
    noActionReason: 'A restart would run into the same limit.',
    suggestions: [],
    ...changes,
  }
}

export function exhibitOf(id: string, plugin: string, result: unknown): Exhibit {
  const answered: PluginResult = { success: true, data: result }
  return { id, plugin, parameters: {}, result: answered }
}

export const GIVES_ORDERS = createRecogniser({
  deeds: BUILT_IN_PLUGINS.filter(({ category }) => category === 'remediation').map(({ name }) => name),
  looks: [],
})

type GivenGrounds = Given & { analysis?: Analysis; feedback?: string; environment?: object }

export function groundsOf(given: GivenGrounds = {}): Grounds {
  const { exhibits = [], flags = [], feedback, environment } = given
  const found = given.analysis ?? analysisOf(given)
  const known = environment ? readEnvironment(JSON.stringify(environment)) : found.scene.environment
  const analysis = { ...found, scene: { ...found.scene, environment: known } }
  return { analysis, exhibits, plugins: BUILT_IN_PLUGINS, flags, givesOrders: GIVES_ORDERS, hands: HANDS, feedback }
}
