/** What people on call type: commands that speak to a running service over its API. */
import { Argument, type Command, Option } from 'commander'
import { LIFECYCLE } from '../../../story/incident/lifecycle.ts'
import { REPEATS } from '../../../story/incident/repeats.ts'
import { SEVERITY_RANK } from '../../../story/incident/severity.ts'
import { completionFor, SHELLS, type Shell } from './completion.ts'
import type { AssignOptions, DecideOptions, ListOptions, SendOptions } from './incident-commands.ts'
import { RUN_STATES, type RunListOptions } from './run-commands.ts'
import { SILENCE_STATES, type SilenceListOptions, type SilenceOptions } from './silence-commands.ts'

const DECISIONS = ['confirm', 'reject', 'rediagnose', 'ignore'] as const
type Decision = (typeof DECISIONS)[number]

export type RemoteCommands = {
  incidents(options: ListOptions): Promise<void>
  show(id: string, options: { json: boolean }): Promise<void>
  decide(id: string, decision: Decision, options: DecideOptions): Promise<void>
  assign(id: string, name: string | undefined, options: AssignOptions): Promise<void>
  runs(options: RunListOptions): Promise<void>
  showRun(id: string, options: { json: boolean }): Promise<void>
  retryRun(id: string, options: { json: boolean }): Promise<void>
  silences(options: SilenceListOptions): Promise<void>
  showSilence(id: string, options: { json: boolean }): Promise<void>
  addSilence(matchers: readonly string[], options: SilenceOptions): Promise<void>
  previewSilence(matchers: readonly string[], options: { json: boolean }): Promise<void>
  endSilence(id: string, options: { json: boolean }): Promise<void>
  send(message: string | undefined, options: SendOptions): Promise<void>
  ask(id: string, words: readonly string[], options: { json: boolean }): Promise<void>
  watch(options: { json: boolean }): Promise<void>
  mcp(): Promise<void>
  complete(script: string): void
}

const ABOUT_REMOTE = `
Speaks to the service at FIREBREAK_URL (or the one that npm start runs in this folder, or http://localhost:8080) with the
key in FIREBREAK_KEY. Ends with 0, or 1 failed, 2 misused, 3 not found, 4 not allowed, 5 conflict, 6 no service answers.`

/** Completions know the words; another is refused by the command itself, with its own exit code. */
function filter(flags: string, words: string[]): Option {
  const option = new Option(flags, `only these: ${words.join(', ')}`)
  option.argChoices = words
  return option
}

const gather = (value: string, before: string[]) => [...before, value]

export function addRemoteCommands(program: Command, commands: RemoteCommands): void {
  const add = (name: string, description: string, under = program) =>
    under
      .command(name)
      .description(description)
      .option('--json', 'as the API answers it', false)
      .addHelpText('after', ABOUT_REMOTE)
  add('incidents', 'list incidents, newest first; several values of a filter stand behind one another with commas')
    .addOption(filter('--status <status>', Object.keys(LIFECYCLE)))
    .addOption(filter('--severity <severity>', Object.keys(SEVERITY_RANK)))
    .option('--open', 'all that are open', false)
    .option('--closed', 'all that are closed', false)
    .option('--label <name=value>', 'of its alerts; may be given several times', gather, [])
    .option('--service <name>', 'the service it is about')
    .option('--source <name>', 'where its alert came from')
    .option('--team <name>', 'who looks after it')
    .option('--cause <kind>', 'the kind of cause that was found, or kind and object')
    .addOption(
      new Option('--sort <order>', 'severity: the most severe first').choices(['newest', 'oldest', 'severity']),
    )
    .option('--parts', 'parts of other incidents as well', false)
    .option('--search <words>', 'in id, title, description or conclusion')
    .option('--page <number>', 'which page')
    .option('--limit <number>', 'so many a page')
    .action(commands.incidents)
  add('show <incident>', 'one incident: diagnosis, plan, outcome').action(commands.show)
  add('decide <incident>', 'confirm the plan that is shown, reject it, ask to look again, or ignore the incident')
    .addArgument(new Argument('<decision>', 'what you decide').choices(DECISIONS))
    .option('--digest <digest>', 'of the plan you saw; without it a terminal shows the plan and asks')
    .option('--comment <text>', 'why; with rediagnose: what to look at')
    .addOption(
      new Option('--repeats <how>', 'with ignore: what becomes of the next word of its alerts').choices(REPEATS),
    )
    .option('--seconds <number>', 'with for_a_time and for_labels: for how long; 3600 by default')
    .action(commands.decide)
  add('assign <incident> [name]', 'say who has an incident in hand; without a name: you')
    .option('--nobody', 'nobody has it any more', false)
    .action(commands.assign)
  add('ask <incident> <question...>', 'ask about an incident; answered with quotes from its evidence').action(
    commands.ask,
  )
  const runs = add('runs', 'list what Firebreak does about incidents, newest first')
    .addOption(new Option('--state <state>', 'only these').choices(RUN_STATES))
    .option('--incident <incident>', 'only of this incident')
    .option('--page <number>', 'which page')
    .option('--limit <number>', 'so many a page')
    .action(commands.runs)
  const silences = add('silences', 'list silences: what they hold back, and until when')
    .addOption(new Option('--state <state>', 'only these').choices(SILENCE_STATES))
    .option('--page <number>', 'which page')
    .option('--limit <number>', 'so many a page')
    .action(commands.silences)
  // What is typed after `show` is its own: `firebreak runs show ID --json`.
  for (const command of [program, runs, silences]) command.enablePositionalOptions()
  add('show <run>', 'one run, step by step', runs).action(commands.showRun)
  add('retry <run>', 'have a run tried again that was given up', runs).action(commands.retryRun)
  addSilenceCommands((name, description) => add(name, description, silences), commands)
  add('send [message]', 'hand in an alert')
    .option('--severity <severity>', 'how bad it is')
    .option('--label <name=value>', 'what it is about; may be given several times', gather, [])
    .option('--file <file>', 'what would be posted to /api/alert, as JSON; - is standard input')
    .action(commands.send)
  add('watch', 'tell what happens to incidents, live, until Ctrl-C').action(commands.watch)
  program
    .command('mcp')
    .description('serve the Model Context Protocol on standard input and output, for agents (docs/agents.md)')
    .addHelpText('after', ABOUT_REMOTE)
    .action(commands.mcp)
  program
    .command('completion')
    .description('print completions: eval "$(firebreak completion bash)"')
    .addArgument(new Argument('<shell>', 'whose').choices(SHELLS))
    .action((shell: Shell) => commands.complete(completionFor(shell, program)))
}

function addSilenceCommands(add: (name: string, description: string) => Command, commands: RemoteCommands): void {
  add('show <silence>', 'one silence, and the alerts it holds back').action(commands.showSilence)
  add(
    'add <matcher...>',
    'hold back alerts whose labels match all of: name=value, name!=value, name=~pattern, name!~pattern',
  )
    .option('--for <length>', 'how long: 90m, 2h, 1d12h')
    .option('--until <time>', 'until when, instead: 2026-05-02T02:00:00Z')
    .option('--from <time>', 'from when; now by default')
    .option('--comment <text>', 'why; needed')
    .option('--everything', 'it may hide every alert, where it would', false)
    .action(commands.addSilence)
  add('preview <matcher...>', 'what of today such a silence would hold back').action(commands.previewSilence)
  add('end <silence>', 'end a silence now').action(commands.endSilence)
}
