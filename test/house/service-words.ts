/** Sentences the service writes where it has Chinese for everything it says, so that a new one is not forgotten. */
import { parseSync } from 'vite'
import type { Sources } from './sources.ts'

type Tree = { type: string; [name: string]: unknown }

const SPEAKING = new RegExp(
  `^src/(${[
    'edges/store/(follow-leader|sweep-records)',
    'guidance/policy/(judge|replica-change)',
    'plugins/database/(caretaker|ending|session-gate|vacuum-gate)',
    'plugins/kubernetes/(cluster|cordon|evicted|restart|rollback|scale)-gate',
    'plugins/kubernetes/(family|rollout)-check',
    'story/decision/decision',
    'story/execution/(act-fence|carry-out-plan|lost-answer)',
    'story/incident/(gathering|rhythm)',
    'story/proposal/(describe-plan|read-handed-in)',
    'story/verification/verify-outcome',
    'story/workflow/(conclude-diagnosis|conclude-execution|consider-handed-in|look-at-part|retry)',
  ].join('|')})\\.ts$`,
)

/** The hands that change something: what they throw is told as the reason why nothing was changed. */
const ACTING = new RegExp(
  `^src/plugins/(${[
    'run-plugin|within-time',
    'database/(ending|endable-session|terminate_query|kill_deadlock|vacuum_table|vacuumed-table)',
    'kubernetes/(cordon_node|delete_evicted_pods|deployment-target|guarded-write|restart_pod|rollback_deployment|scale_deployment)',
    'shell/(shell\\.exec_write|tokenize)',
  ].join('|')})\\.ts$`,
)
/** Descriptions and the words of a plan have their Chinese in the console; commands and SQL have none. */
const OTHER_FIELDS = /^(type.*|description|words|explains|commands)$/

/** Rooms of the diagnosis whose words reach a reader; what is asked of a model, a cluster or a log is not told. */
const DIAGNOSING =
  /^src\/story\/diagnosis\/(?!.*\/asking\/)(?:findings|lenses|database|cluster\/(?:saying|placement|pods|releases|routes|nodes))\/.*(?<!\.test)\.ts$/
/** What the chat is answered. */
const CONVERSING =
  /^src\/story\/conversation\/(?:answer-person|approver|(?:incident|overview)-words|silence-answers)\.ts$/
/** Commands, log lines of others, and kinds of processes. */
const NO_TELLING = /^(?:get|kubectl|client backend|half an)\b|\(\?|\\/
/** Put together of words that bend each other: what comes of them has its Chinese whole. */
const TOLD_WHOLE = [
  "of … are gone, as after the cluster's own sweep",
  'Deployment …/… … on purpose',
  'weighing: this lens failed on what was seen (',
  'The trouble began at … UTC, after … revision of … (…), for which speaks',
  'stands at … in each…; it was … before',
  'alone stands at …; … at',
  'ending since',
  'evicted from it too',
  'Node … is … new pods',
  'Node … is … new pods already',
  'There is no evicted pod… in namespace',
  'fails since its release: …, … … was rolled out at … (',
  'held by finalizer',
  'its autovacuum back: ALTER TABLE',
  'incident… open, … waiting for a decision',
  'by ……); … notifications held back',
  'Job … of CronJob …… is still running after',
  'of the plan … gone',
  'of the plan … still there',
  'pods of … … were',
  'the … of the plan, looked for among all evicted pods of namespace …, and the conditions of the nodes that evicted them',
  'which last succeeded … ago',
  'while … of … replicas … nothing of the kind',
]

/** Whoever maintains the service reads these, or a program does. */
const UNSEEN_CALLS = /^(Error|RegExp|warn|info|error|query)$/
const UNSEEN_OF_ACTING = /^(RegExp|DOMException|rows|query|act)$/
const NO_SENTENCE = /\b(SELECT|WITH|AND|UPDATE|pg_terminate_backend|client backend|IS NOT DISTINCT)\b|^[^\p{L}]*UTC$/u

export function unsaidInChinese(sources: Sources, sentences: Readonly<Record<string, string>>): string[] {
  const known = Object.keys(sentences).map((sentence) => sentence.replace(/\{[^}]+\}/g, '…'))
  const isSaid = (words: string) => known.some((sentence) => sentence.includes(words))
  return [...sources]
    .filter(([path]) => SPEAKING.test(path))
    .flatMap(([path, source]) => {
      const { program } = parseSync(path, source, { lang: 'ts' })
      const unsaid = sentencesIn(program).filter((words) => !isSaid(words))
      return unsaid.map((words) => `${path} says "${words}", which has no Chinese in src/words/chinese/.`)
    })
}

/** A sentence of a diagnosis or of an action is put together of clauses, so each clause of the source must stand in some sentence with Chinese. */
export function untoldClauses(sources: Sources, sentences: Readonly<Record<string, string>>): string[] {
  const known = Object.keys(sentences)
    .join('\n')
    .replace(/\{[^}]+\}/g, '…')
    .toLowerCase()
  return [...sources]
    .filter(([path]) => DIAGNOSING.test(path) || ACTING.test(path) || CONVERSING.test(path))
    .flatMap(([path, source]) => {
      const { program } = parseSync(path, source, { lang: 'ts' })
      const said = ACTING.test(path)
        ? sentencesIn(program, UNSEEN_OF_ACTING).map((words) => words.replace(/…(?:[/ ]?…)+/g, '…'))
        : sentencesIn(program)
      const untold = said
        .flatMap((words) => words.split(/(?<=[.!?]["”)]?)…*\s+|…(?=\.…)/))
        .map((words) => words.replace(/^[…., ;:(]+|[….,; :)]+$/g, ''))
        .filter((words) => sentenceOf(words).length > 0 && !NO_TELLING.test(words))
        .filter((words) => !TOLD_WHOLE.includes(words) && !known.includes(words.toLowerCase()))
      return untold.map((words) => `${path} says "${words}", which has no Chinese in src/words/chinese/.`)
    })
}

function sentencesIn(node: unknown, unseen = UNSEEN_CALLS): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => sentencesIn(one, unseen))
  if (typeof node !== 'object' || node === null || typeof (node as Tree).type !== 'string') return []
  const tree = node as Tree
  if (/^TS(?!As|Satisfies|NonNull)/.test(tree.type) || tree.type === 'ImportDeclaration') return []
  if (tree.type === 'Literal') return sentenceOf(tree.value)
  if (tree.type === 'TemplateLiteral') return [...sentenceOf(fixedPart(tree)), ...sentencesIn(tree.expressions, unseen)]
  if (/^(Call|New)Expression$/.test(tree.type) && unseen.test(nameOf(tree.callee))) return []
  if (unseen === UNSEEN_OF_ACTING && tree.type === 'Property' && OTHER_FIELDS.test(nameOf(tree.key))) return []
  return Object.entries(tree).flatMap(([name, part]) => (/^type/.test(name) ? [] : sentencesIn(part, unseen)))
}

/** Two words at least; one may be a name. */
function sentenceOf(value: unknown): string[] {
  const words = typeof value === 'string' ? value.trim() : ''
  return /\p{L}{2}[^ ]* \p{L}/u.test(words) && !NO_SENTENCE.test(words) ? [words] : []
}

function fixedPart({ quasis }: Tree): string {
  return (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

function nameOf(node: unknown): string {
  const { name, property } = (node ?? {}) as { name?: unknown; property?: unknown }
  return property === undefined ? String(name ?? '') : nameOf(property)
}
