/** Reads a Dockerfile and a .dockerignore as far as this project writes them; what it does not know it refuses. */
import { posix } from 'node:path'

export type Instruction = { word: string; rest: string }
export type Stage = { name: string | undefined; base: string; instructions: Instruction[] }
export type Copy = { from: string | undefined; sources: string[]; target: string }

const KNOWN = ['RUN', 'ENV', 'WORKDIR', 'COPY', 'USER', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD']

export function readDockerfile(text: string): Stage[] {
  const values = new Map<string, string>()
  const stages: Stage[] = []
  for (const { word, rest } of readInstructions(text)) {
    if (word === 'ARG') values.set(...splitAssignment(rest))
    else if (word === 'FROM') stages.push(readFrom(fill(rest, values)))
    else if (KNOWN.includes(word) && stages.length > 0) stages.at(-1)?.instructions.push({ word, rest })
    else throw new Error(`This reader does not know ${word} ${rest}.`)
  }
  return stages
}

function readInstructions(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line))
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
      return { word, rest }
    })
}

function readFrom(rest: string): Stage {
  const [, base = '', name] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
  return { base, name, instructions: [] }
}

function splitAssignment(text: string): [string, string] {
  const [, name = '', value = ''] = /^(\w+)=(\S*)$/.exec(text) ?? []
  return [name, value]
}

function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name) => values.get(name) ?? '')
}

export function copiesOf({ instructions }: Stage): Copy[] {
  return instructions
    .filter(({ word }) => word === 'COPY')
    .map(({ rest }) => {
      const [, from, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? []
      const sources = paths.split(/\s+/)
      return { from, target: sources.pop() ?? '', sources }
    })
}

export function environmentOf({ instructions }: Stage): Record<string, string> {
  const texts = instructions.filter(({ word }) => word === 'ENV').flatMap(({ rest }) => rest.split(/\s+/))
  return Object.fromEntries(texts.map(splitAssignment))
}

/** The words of an instruction in its exec form, the only one that starts no shell. */
export function wordsOf({ instructions }: Stage, word: string): string[] {
  const { rest } = instructions.find((one) => one.word === word) ?? { rest: '' }
  const [list] = /\[.*\]$/.exec(rest) ?? []
  if (list === undefined) throw new Error(`${word} is not in its exec form: ${rest}`)
  return JSON.parse(list)
}

/** The last rule that fits decides; a rule for a folder is one for all that is in it. */
export function createIgnore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), form: formOf(line.replace(/^!/, '').replace(/\/$/, '')) }))
  return (path) => {
    const ways = path.split('/').map((_, at, parts) => posix.join(...parts.slice(0, at + 1)))
    return rules.findLast(({ form }) => ways.some((way) => form.test(way)))?.isKept === false
  }
}

function formOf(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (part === '**') return '(?:.*/)?'
    return `${part.replaceAll(/[.+^$()|[\]{}\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*')}/`
  })
  return new RegExp(`^${parts.join('').replace(/\/$/, '')}$`)
}
