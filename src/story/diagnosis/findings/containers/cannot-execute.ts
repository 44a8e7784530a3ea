/** A container whose program cannot be started at all: built for another processor, or not in the image. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { ContainerView, PodView } from '../../cluster/cluster-scene.ts'
import { lastEnd, lastWords } from '../../cluster/pods/container-faults.ts'
import { differencesIn } from '../../cluster/releases/revision-history.ts'
import { citeClue, citePart } from '../../cluster/saying/say.ts'
import { type PodInQuestion, podsInQuestion, specOf } from '../../cluster/subject/in-question.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, podFault } from '../cluster-fault.ts'

type Refusal = { isFormat: boolean; program: string | undefined; words: string; evidence: readonly EvidenceReference[] }

const FORMAT = /exec format error/i
const ABSENT = /executable file not found|no such file or directory|command not found|: not found|permission denied/i

export const cannotExecute: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) =>
    [...one.pod.initContainers, ...one.pod.containers].flatMap((container) => {
      const refusal = ofRuntime(one, container) ?? ofLog(one, container)
      return refusal ? [notStarted(scene, one, container, refusal)] : []
    }),
  )

/** The runtime's own words, where it could not even begin. */
function ofRuntime({ pod }: PodInQuestion, container: ContainerView): Refusal | undefined {
  const end = lastEnd(container)
  const isRefused = /^(StartError|ContainerCannotRun|RunContainerError)$/.test(end?.reason ?? '')
  const words = (isRefused ? end?.message : undefined) ?? container.waiting?.message ?? ''
  const isWaiting = /^(RunContainerError|CreateContainerError|CrashLoopBackOff)$/.test(container.waiting?.reason ?? '')
  if (
    !(isRefused || isWaiting) ||
    !(FORMAT.test(words) || /exec:?.*(executable file not found|no such file)/i.test(words))
  )
    return undefined
  const source = isRefused && end ? end.source : container.waiting?.source
  return {
    isFormat: FORMAT.test(words),
    program: /exec:? "([^"]+)"|"([^"]+)": (?:executable|stat)/.exec(words)?.slice(1).find(Boolean),
    words: words.slice(-240),
    evidence: source ? [citePart(pod.exhibit, source)] : [],
  }
}

/** A shell that began and found no program says so in the log and ends with 126 or 127. */
function ofLog(one: PodInQuestion, container: ContainerView): Refusal | undefined {
  const end = lastEnd(container)
  const [clue] = lastWords(one, container, ['exec_format', 'missing_command'])
  if (!end || !clue || end.exitCode === 0) return undefined
  if (clue.kind === 'missing_command' && ![126, 127, 128].includes(end.exitCode) && !ABSENT.test(clue.line.text))
    return undefined
  return {
    isFormat: clue.kind === 'exec_format',
    program: clue.word,
    words: clue.line.text,
    evidence: [citeClue(clue), citePart(one.pod.exhibit, end.source)],
  }
}

function notStarted(scene: Scene, one: PodInQuestion, container: ContainerView, refusal: Refusal): Finding {
  const { pod, history } = one
  const { name } = container
  const image = specOf(one, container)?.image ?? container.image
  const guilty = differencesIn(history, new RegExp(`ontainers\\[${name}\\](\\.(image|command|args)|$)`))
  const code = lastEnd(container)?.exitCode
  return podFault(scene, one, {
    kind: 'cannot_execute',
    statement: `Container ${name} of pod ${pod.name} cannot be started from image ${image}: ${sayWhat(refusal, scene, pod)}${code === undefined ? '' : ` (exit code ${code})`}: "${refusal.words}".`,
    evidence: [refusal.evidence],
    confidence: 0.9,
    explains: [...FOLLOWS, 'configuration_error', 'init_container_fails'],
    guilty,
    suggestions: [
      refusal.isFormat
        ? `Build image ${image} for the processor of the nodes (a multi-platform image).`
        : `Correct the command of container ${name}, or add ${refusal.program ?? 'the program'} to image ${image}.`,
    ],
  })
}

function sayWhat({ isFormat, program }: Refusal, { cluster }: Scene, { nodeName }: PodView): string {
  if (!isFormat)
    return `the command ${program === undefined ? 'it is told to run' : `"${program}"`} was not found in the image (executable not found)`
  const labels = cluster?.nodes.find(({ name }) => name === nodeName)?.labels ?? {}
  const processor = labels['kubernetes.io/arch']
  const node = nodeName === undefined ? 'its node' : `node ${nodeName}${processor ? ` (${processor})` : ''}`
  return `its program is built for another processor architecture than ${node} has (exec format error)`
}
