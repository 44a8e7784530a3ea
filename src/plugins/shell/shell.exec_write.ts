import { ProgramExchanged, type ProgramIdentity, type ShellRun } from '../../ports/shell.ts'
import type { Intention, RemediationPlugin, RemediationResult, Tools } from '../plugin.ts'
import { commandGate } from './command-gate.ts'
import { tokenize } from './tokenize.ts'

const TIMEOUT_SECONDS = 60
const NO_WAY_BACK = { impossible: 'Firebreak does not know what a command changes.' }

type Preconditions = ProgramIdentity & { argv: readonly string[] }

export default {
  name: 'shell.exec_write',
  description:
    'Run one program that changes something on the machine Firebreak runs on, exactly as written: an absolute path and its arguments, no shell. Shown word by word before it is confirmed; it runs only on the machine, as the user and from the very file that were seen then. It cannot be undone or checked by itself.',
  category: 'remediation',
  risk: 'critical',
  gate: commandGate,
  words: 'Run on the machine of Firebreak: {command}',
  usualSeconds: 60,
  /** What a command changes, nobody but its writer knows. */
  verify: async () => undefined,
  parameters: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        description: 'An absolute path and its arguments, for example: /usr/bin/systemctl restart nginx',
        minLength: 1,
        maxLength: 2000,
      },
    },
    required: ['command'],
  },
  timeoutSeconds: TIMEOUT_SECONDS + 5,
  async intend({ command }, tools): Promise<Intention> {
    const preconditions = await see(command, tools)
    const { argv, host, user } = preconditions
    return {
      effect: {
        targets: [{ system: 'shell', kind: 'program', name: argv[0] as string }],
        changes: [{ field: `runs on ${host} as ${user}`, from: '', to: command }],
        commands: [command, argv.join(' ')],
        risk: 'critical',
      },
      preconditions,
      rollback: NO_WAY_BACK,
    }
  },
  async run({ command }, tools, { preconditions, isDryRun }): Promise<RemediationResult> {
    const seen = await see(command, tools)
    const difference = whatMoved(preconditions, seen)
    if (difference) return skipped(difference)
    const { argv, ...program } = seen
    if (isDryRun)
      return { success: true, data: { argv }, message: `Would run ${JSON.stringify(argv)}.`, rollback: NO_WAY_BACK }
    const { shell, signal } = tools
    const request = { argv, program, fence: 'free', timeoutSeconds: TIMEOUT_SECONDS, signal } as const
    return shell.run(request).then(resultOf, skipExchanged)
  },
} satisfies RemediationPlugin<{ command: string }>

async function see(command: string, { shell }: Pick<Tools, 'shell'>): Promise<Preconditions> {
  const tokens = tokenize(command)
  if ('refusal' in tokens) throw new Error(tokens.refusal)
  const [program = ''] = tokens.words
  if (!program.startsWith('/')) throw new Error('The program must be given by its absolute path.')
  return { argv: tokens.words, ...(await shell.identify(program)) }
}

/** A command has no target that could be asked whether it is still the one of the plan; so who would run it, where, and what. */
function whatMoved(planned: Readonly<Record<string, unknown>>, seen: Preconditions): string | undefined {
  const { argv, path, sha256, host, user } = seen
  if (JSON.stringify(planned.argv) !== JSON.stringify(argv)) return 'The plan does not say which command it saw.'
  if (planned.host !== host) return `The plan was made for the machine ${planned.host}, and this is ${host}.`
  if (planned.user !== user) return `The plan was made for the user ${planned.user}, and this is ${user}.`
  if (planned.path !== path || planned.sha256 !== sha256) return new ProgramExchanged(argv[0] as string).message
  return undefined
}

function skipExchanged(error: unknown): RemediationResult {
  if (error instanceof ProgramExchanged) return skipped(error.message)
  throw error
}

function skipped(reason: string): RemediationResult {
  return { success: false, isSkipped: true, error: `${reason} Nothing was run.` }
}

function resultOf(run: ShellRun): RemediationResult {
  const data = { exit_code: run.exitCode, stdout: run.stdout, stderr: run.stderr, cut: run.isCut }
  const rollback = NO_WAY_BACK
  if (run.isTimedOut) {
    const error = `The command took longer than ${TIMEOUT_SECONDS} seconds and was ended.`
    return { success: false, data, error, rollback }
  }
  const success = run.exitCode === 0
  const message = `The command ended with ${run.exitCode}.`
  return { success, data, message, ...(!success && { error: run.stderr || `exit code ${run.exitCode}` }), rollback }
}
