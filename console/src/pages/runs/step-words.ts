/** A step of a run as people say it; its journal calls it by a name of its own. */
import { inLanguage } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'

type Words = (...parts: string[]) => string

/** From the name in the journal to words; the first that fits. */
const FORMS: readonly (readonly [RegExp, Words])[] = [
  [/^look (\d+): (.+)$/, (number, rest) => phrase('Look {number}: {step}', { number, step: tellStep(rest) })],
  [/^(?:part|figure) (.+)$/, (rest) => tellStep(rest)],
  [
    /^\d{4}-\S+Z (\d+) (.+)$/,
    (look, rest) => phrase('Check {number}: {step}', { number: +look + 1, step: tellStep(rest) }),
  ],
  [
    /^intend do (\d+)$/,
    (step) => phrase('Step {number} of the plan written down before it begins', { number: +step + 1 }),
  ],
  [/^do do (\d+)$/, (step) => phrase('Step {number} of the plan carried out', { number: +step + 1 })],
  [/^finish do (\d+)$/, (step) => phrase('What came of step {number} of the plan written down', { number: +step + 1 })],
  [
    /^intend undo (\d+)$/,
    (step) => phrase('Undoing step {number} written down before it begins', { number: +step + 1 }),
  ],
  [/^do undo (\d+)$/, (step) => phrase('Step {number} of the plan undone', { number: +step + 1 })],
  [/^finish undo (\d+)$/, (step) => phrase('What came of undoing step {number} written down', { number: +step + 1 })],
  [/^look before undo (\d+)$/, (step) => phrase('Looked before step {number} is undone', { number: +step + 1 })],
  [/^\w+ asks (\S+) [0-9a-f]+$/, (plugin) => phrase('Asked {plugin}', { plugin })],
  [/^\w+ asks (\S+) [0-9a-f]+ once more$/, (plugin) => phrase('Asked {plugin} once more', { plugin })],
  [/^model turn (\d+)$/, (number) => phrase('Turn {number} of the model', { number })],
  [/^(?:again )?propose( again| the alternative)?$/, (which) => PROPOSED[which ?? ''] ?? phrase('Plan made')],
  [/^give_up(?: \d+)?$/, () => phrase('Given up')],
]

const PROPOSED: Readonly<Record<string, string>> = {
  ' again': phrase('Plan made once more'),
  ' the alternative': phrase('The other plan made'),
}

const PLAIN: Readonly<Record<string, string>> = {
  'look at the clock': phrase('Look begun'),
  'tell the findings': phrase('Findings put on the timeline'),
  'tell what else gives orders': phrase('Further texts that give orders put on the timeline'),
  'tell the first refusal': phrase('First refusal put on the timeline'),
  'brief the model': phrase('Model told what is known'),
  conclude: phrase('Conclusion written down'),
  'leave the leader': phrase('Set free from its leader'),
  start: phrase('Execution begun'),
  refuse: phrase('Execution refused'),
  executed: phrase('End of the execution written down'),
  verify: phrase('Looked whether the plan has helped'),
  verified: phrase('Verdict written down'),
  'propose undo': phrase('Way back worked out'),
  'offer undo': phrase('Way back offered'),
  'begin undo': phrase('Way back begun'),
  undone: phrase('Way back done'),
}

export function tellStep(name: string): string {
  for (const [form, words] of FORMS) {
    const found = form.exec(name)
    if (found) return words(...found.slice(1))
  }
  return PLAIN[name] ?? inLanguage(name)
}
