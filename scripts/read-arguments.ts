/** The arguments of a task of ours; what cannot be read is one sentence and the end, for a mistyped option is nobody's fault. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  help: string,
) {
  if (process.argv.includes('--help')) {
    console.log(help)
    process.exit(0)
  }
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) throw error
    console.error(`${(error as Error).message}\n\n${help}`)
    process.exit(2)
  }
}
