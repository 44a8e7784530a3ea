/** The machine of a case: it answers the commands the case lists and knows no other. */
import { basename } from 'node:path'
import type { Shell } from '../../src/ports/shell.ts'
import type { CaseWorld } from '../world/case/case-file.ts'

const COMMAND_NOT_FOUND = 127

export function createCaseShell(answers: CaseWorld['shell'] = []): Shell {
  return {
    async run({ argv: [program = '', ...args] }) {
      const command = [basename(program), ...args].join(' ')
      const answer = answers.find(({ match }) => new RegExp(match).test(command))
      const { stdout = '', exit_code: exitCode = COMMAND_NOT_FOUND } = answer ?? {}
      const stderr = answer ? '' : `${basename(program)}: command not found`
      return { exitCode, stdout, stderr, isCut: false, isTimedOut: false }
    },
    identify: async (path) => ({ path, sha256: '', host: 'case', user: 'case' }),
    isInstalled: async () => true,
    readablePath: async () => undefined,
    readablePaths: () => [],
    isSandboxed: async () => true,
  }
}
