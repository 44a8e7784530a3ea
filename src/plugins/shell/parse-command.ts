/** Reads the words of a command against the table of programs. Answers what would be run, or why not, with a hint what is. */
import { type FlagValue, READ_PROGRAMS, type ReadProgram } from './read-programs.ts'

export type ParsedCommand = { program: ReadProgram; argv: string[]; paths: string[] }

type Parsed = ParsedCommand | { refusal: string }

/** Plain names: hosts, units, severities. Never a flag, never another server to ask. */
const WORD = /^[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,253}$/
const TIME = /^[0-9A-Za-z][0-9A-Za-z:. -]{0,40}$/
const PATTERN_CHARACTERS_MAX = 200

export function parseCommand([name = '', ...rest]: readonly string[]): Parsed {
  const program = Object.hasOwn(READ_PROGRAMS, name) ? READ_PROGRAMS[name] : undefined
  if (!program) return { refusal: `${name} may not be run here; these may: ${Object.keys(READ_PROGRAMS).join(', ')}.` }
  const read = readArguments(program, rest)
  if ('refusal' in read) return { refusal: `${name}: ${read.refusal}` }
  const { taken, left } = takeSubCommand(program, read.plain)
  if (taken === undefined) return { refusal: `${name} may be run as: ${subCommandsOf(name, program)}.` }
  const paths = readPlain(program, left)
  if ('refusal' in paths) return { refusal: `${name}: ${paths.refusal}` }
  const plain = left.length > 0 && program.knowsDoubleDash !== false ? ['--', ...left] : left
  // Flags come first, wherever they were written: ip takes them nowhere else, the others anywhere.
  return { program, argv: [program.path, ...read.flags, ...taken, ...plain], paths: paths.paths }
}

function subCommandsOf(name: string, { subCommands = [] }: ReadProgram): string {
  return subCommands.map((words) => `${name} ${words.join(' ')}`).join(', ')
}

/** The longest sequence that fits. */
function takeSubCommand(
  { subCommands }: ReadProgram,
  words: readonly string[],
): { taken?: readonly string[]; left: readonly string[] } {
  if (!subCommands) return { taken: [], left: words }
  const fitting = subCommands.filter((sequence) => sequence.every((word, index) => words[index] === word))
  const taken = fitting.sort((one, other) => other.length - one.length)[0]
  return taken ? { taken, left: words.slice(taken.length) } : { left: words }
}

type Arguments = { flags: string[]; plain: string[] } | { refusal: string }

function readArguments(program: ReadProgram, words: readonly string[]): Arguments {
  const flags: string[] = []
  const plain: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string
    if (!/^[-+]/.test(word)) plain.push(word)
    else {
      const kind = Object.hasOwn(program.flags, word) ? program.flags[word] : undefined
      if (kind === undefined)
        return {
          refusal: `the flag ${word} is not allowed; these are: ${Object.keys(program.flags).join(', ') || 'none'}.`,
        }
      flags.push(word)
      if (kind === 'none') continue
      index += 1
      const value = words[index]
      if (value === undefined || !isValue(kind, value)) return { refusal: `the flag ${word} needs a ${kind}.` }
      flags.push(value)
    }
  }
  return { flags, plain }
}

function isValue(kind: FlagValue, value: string): boolean {
  if (kind === 'number') return /^\d{1,6}$/.test(value)
  return kind === 'time' ? TIME.test(value) : WORD.test(value)
}

function readPlain(program: ReadProgram, plain: readonly string[]): { paths: string[] } | { refusal: string } {
  if (plain.length > program.argumentsMax) return { refusal: `at most ${program.argumentsMax} arguments are allowed.` }
  const paths: string[] = []
  for (const [index, word] of plain.entries()) {
    const kind = program.arguments[Math.min(index, program.arguments.length - 1)]
    if (kind === 'path') paths.push(word)
    else if (kind === 'word' && !WORD.test(word)) return { refusal: `"${word}" is not a plain name.` }
    else if (kind === 'pattern' && word.length > PATTERN_CHARACTERS_MAX) return { refusal: 'the pattern is too long.' }
  }
  if (program.arguments.includes('path') && paths.length === 0) return { refusal: 'a path is needed.' }
  return { paths }
}
