import type { Intention, RemediationPlugin, RemediationResult } from '../plugin.ts'
import { tokenize } from './tokenize.ts'

const TIMEOUT_SECONDS = 60

export default {
  name: 'shell.exec_write',
  description:
    'Run one program that changes something on the machine Firebreak runs on, exactly as written: an absolute path and its arguments, no shell. Shown word by word before it is confirmed; it cannot be undone or checked by itself.',
  category: 'remediation',
  risk: 'critical',
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
  async intend({ command }): Promise<Intention> {
    const argv = readArgv(command)
    return {
      effect: {
        targets: [{ system: 'shell', kind: 'program', name: argv[0] as string }],
        changes: [{ field: 'runs', from: '', to: command }],
        commands: [command, argv.join(' ')],
        risk: 'critical',
      },
      preconditions: { argv },
      rollback: { impossible: 'Firebreak does not know what a command changes.' },
    }
  },
  async run({ command }, { shell, signal }, { isDryRun }): Promise<RemediationResult> {
    const argv = readArgv(command)
    const rollback = { impossible: 'Firebreak does not know what a command changes.' }
    if (isDryRun) return { success: true, data: { argv }, message: `Would run ${JSON.stringify(argv)}.`, rollback }
    const run = await shell.run({ argv, fence: 'free', timeoutSeconds: TIMEOUT_SECONDS, signal })
    const data = { exit_code: run.exitCode, stdout: run.stdout, stderr: run.stderr, cut: run.isCut }
    if (run.isTimedOut)
      return {
        success: false,
        data,
        error: `The command took longer than ${TIMEOUT_SECONDS} seconds and was ended.`,
        rollback,
      }
    const success = run.exitCode === 0
    return {
      success,
      data,
      message: `The command ended with ${run.exitCode}.`,
      ...(success ? {} : { error: run.stderr || `exit code ${run.exitCode}` }),
      rollback,
    }
  },
} satisfies RemediationPlugin<{ command: string }>

function readArgv(command: string): string[] {
  const tokens = tokenize(command)
  if ('refusal' in tokens) throw new Error(tokens.refusal)
  if (!tokens.words[0]?.startsWith('/')) throw new Error('The program must be given by its absolute path.')
  return tokens.words
}
