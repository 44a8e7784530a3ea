import type { Shell } from '../../ports/shell.ts'
import type { DiagnosticPlugin, PluginResult } from '../plugin.ts'
import { type ParsedCommand, parseCommand } from './parse-command.ts'
import { READ_PROGRAMS } from './read-programs.ts'
import { tokenize } from './tokenize.ts'

const TIMEOUT_SECONDS = 15

function describe(programs: readonly string[]): string {
  return `Run one read-only program on the machine Firebreak runs on and see what it prints: ${programs.join(', ')}. No shell, no pipes, no redirection; files only under the paths that were opened for reading. For the cluster use list_pods, describe_pod and llm.orchestrator_action instead.`
}

export default {
  name: 'shell.exec',
  description: describe(Object.keys(READ_PROGRAMS)),
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        description: 'The program and its arguments, for example: df -h',
        minLength: 1,
        maxLength: 2000,
      },
    },
    required: ['command'],
  },
  timeoutSeconds: TIMEOUT_SECONDS + 5,
  async offer({ shell }) {
    const installed = await Promise.all(Object.values(READ_PROGRAMS).map(({ path }) => shell.isInstalled(path)))
    const programs = Object.keys(READ_PROGRAMS).filter((_, at) => installed[at])
    return programs.length === 0 ? undefined : { description: describe(programs) }
  },
  async run({ command }, { shell, signal }): Promise<PluginResult> {
    const tokens = tokenize(command)
    if ('refusal' in tokens) return { success: false, error: tokens.refusal }
    const parsed = parseCommand(tokens.words)
    if ('refusal' in parsed) return { success: false, error: parsed.refusal }
    const opened = await openPaths(parsed, shell)
    if ('refusal' in opened) return { success: false, error: opened.refusal }
    const run = await shell.run({
      argv: opened.argv,
      fence: parsed.program.fence,
      timeoutSeconds: TIMEOUT_SECONDS,
      signal,
    })
    const data = {
      exit_code: run.exitCode,
      stdout: run.stdout,
      stderr: run.stderr,
      cut: run.isCut,
      sandboxed: await shell.isSandboxed(),
    }
    if (run.isTimedOut)
      return { success: false, data, error: `${command} took longer than ${TIMEOUT_SECONDS} seconds.` }
    if (run.isCut)
      return {
        success: true,
        data,
        message: `${command} was ended: it prints too much. Narrow it with head, tail or grep.`,
      }
    return { success: true, data, message: `${command} ended with ${run.exitCode}.` }
  },
} satisfies DiagnosticPlugin<{ command: string }>

/** The program is handed real paths: a link that is turned after the check leads nowhere new. */
async function openPaths(
  { argv, paths }: ParsedCommand,
  shell: Shell,
): Promise<{ argv: string[] } | { refusal: string }> {
  const real = new Map<string, string>()
  for (const path of paths) {
    const found = await shell.readablePath(path)
    if (found === undefined)
      return {
        refusal: `${path} is not open for reading, or not there; open are: ${shell.readablePaths().join(', ') || 'none'}.`,
      }
    real.set(path, found)
  }
  const firstPath = argv.length - paths.length
  return { argv: argv.map((word, index) => (index >= firstPath ? (real.get(word) ?? word) : word)) }
}
